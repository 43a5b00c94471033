import { runCommand } from './command.ts';
import { readEnvironment } from './config.ts';

const stop = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  // The first signal stops at the next safe point, the second one at once.
  process.once(signal, () => stop.abort());
}

// Ignores write errors: the reader of the output may be gone, and the turn matters more than its log.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

process.exitCode = await runCommand({
  argv: process.argv,
  environment: readEnvironment(),
  print: (text) => void process.stdout.write(`${text}\n`),
  log: (line) => void process.stderr.write(`${line}\n`),
  signal: stop.signal,
});
