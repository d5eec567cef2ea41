// A bot in JavaScript: farnorth run borealis --bot "cmd:node bot.js" --bot random -n 10
const failed = (code, message) => ({ ok: false, error: { code, message } });
const answers = {
  hello: () => ({ ok: true, protocol: 1, role: "bot", name: "last-legal" }),
  start: () => ({ ok: true }),
  move: (ask) => ({ ok: true, move: ask.legal.at(-1) }), // your idea goes here
  ping: () => ({ ok: true }),
  quit: () => ({ ok: true }),
};
require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  let ask = {}, answer;
  if (line.trim() === "") return;
  try {
    ask = JSON.parse(line) ?? {};
    answer = Object.hasOwn(answers, ask.cmd) ? answers[ask.cmd](ask) : failed("unknown_command", "what?");
  } catch (error) { answer = failed("bad_json", String(error)); }
  process.stdout.write(JSON.stringify({ id: ask.id ?? null, ...answer }) + "\n");
  if (ask.cmd === "quit") process.exit(0);
});
