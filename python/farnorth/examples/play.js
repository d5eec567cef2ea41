// Plays a game from Node against the native engine: node play.js farnorth-engine
const engine = require("child_process").spawn(process.argv[2] ?? "farnorth-engine");
const lines = require("readline").createInterface({ input: engine.stdout })[Symbol.asyncIterator]();
engine.on("error", error => { console.error(`${error.message}: give the path of farnorth-engine`); process.exit(1); });
let id = 0;
async function ask(cmd, fields = {}) {
  engine.stdin.write(JSON.stringify({ id: ++id, cmd, ...fields }) + "\n");
  const answer = JSON.parse((await lines.next()).value);
  if (!answer.ok) throw new Error(answer.error.message);
  return answer;
}
(async () => {
  let { session, to_move } = await ask("new", { game: "borealis", players: 2, seed: "1" });
  while (to_move !== null) {
    const { actions } = await ask("legal", { session });
    const best = to_move === 0 ? (await ask("go", { session, limit: { sims: 50 } })).bestmove
                               : actions[Math.floor(Math.random() * actions.length)];
    ({ to_move } = await ask("apply", { session, actions: [best] }));
  }
  const { scores, places } = await ask("result", { session });
  console.log(`scores ${scores}, places ${places}`);
  engine.stdin.end();
})();
