// What the scripts say on the terminal: what they do, and how far it is.

const REPEAT_MS = 10_000;

export function say(text) {
  process.stdout.write(`${text}\n`);
}

/** Prints the title, every ten seconds how long it has taken, and at the end how long it took. Returns what the work returns. */
export async function step(title, work) {
  const startedAtMs = Date.now();
  const seconds = () => ((Date.now() - startedAtMs) / 1000).toFixed(0);
  say(`  ${title} …`);
  const timer = setInterval(() => say(`    ${seconds()} s …`), REPEAT_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    say(`    ${seconds()} s`);
  }
}

/** Ends the process with a message that says what to do; no stack trace. */
export function fail(message) {
  process.stderr.write(`\n${message}\n`);
  process.exit(1);
}
