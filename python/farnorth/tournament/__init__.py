"""Tournaments: which bot is better, how sure that is, and nothing lost on the way.

>>> import farnorth, tempfile
>>> folder = tempfile.mkdtemp() + "/a"
>>> cup = farnorth.Tournament("borealis", ["greedy", "random"], blocks=20, seed=1, out=folder)
>>> cup.run()
>>> [row.bot for row in cup.report().ratings]
['greedy', 'random']

`run` has the class, `config` every setting, `schedule` who meets whom, `log` the truth about what was played, `work`
and `backends` where it is played, `sprt` and `report` what it shows, `html`, `text` and `query` how that is told.
"""

from farnorth.tournament.config import Config
from farnorth.tournament.log import Locked
from farnorth.tournament.run import Tournament

__all__ = ["Config", "Locked", "Tournament"]
