import { runCommand } from './command.ts';
import { readEnvironment } from './config.ts';

const stop = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  // The first one ends at the next safe point; after it, the second one ends at once.
  process.once(signal, () => stop.abort());
}

// Whoever listened may have been killed: the turn is worth more than its log.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

process.exitCode = await runCommand({
  argv: process.argv,
  environment: readEnvironment(),
  print: (text) => void process.stdout.write(`${text}\n`),
  log: (line) => void process.stderr.write(`${line}\n`),
  signal: stop.signal,
});
