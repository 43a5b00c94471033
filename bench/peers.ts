// Measures the signed-in side of Galley beside Payload and Directus on the same PostgreSQL: see README.md.
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { compare, toTable } from './peers/comparison.ts';
import { install } from './peers/installation.ts';

const help = `npx node bench/peers.ts --peers FOLDER [--install] [options]

Measures opening, listing, creating, saving and publishing in Galley, Payload (with
versions) and Directus in turns, on the same PostgreSQL. Needs Linux.

  --peers        Folder in which both are installed
  --install      Install both into it from npm first; takes minutes and 3 GB
  --documents    Documents of each                                 [default: 1000]
  --bytes        Bytes of a document                               [default: 5000]
  --concurrency  Requests at a time                                   [default: 8]
  --seconds      Length of a slice                                    [default: 3]
  --rounds       Slices of each act                                   [default: 4]
  --json         Print the results as JSON
  --help         Print this text
`;

const count = (fallback: number) => ({ type: 'string' as const, default: String(fallback) });
const { values } = parseArgs({
  options: {
    peers: { type: 'string' },
    install: { type: 'boolean', default: false },
    documents: count(1_000),
    bytes: count(5_000),
    concurrency: count(8),
    seconds: count(3),
    rounds: count(4),
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
});

if (values.help) process.stdout.write(help);
else if (values.peers === undefined) {
  console.error(`--peers is missing.\n\n${help}`);
  process.exitCode = 2;
} else await run(resolve(values.peers));

async function run(peers: string): Promise<void> {
  if (values.install) await install(peers);
  await using folder = await mkdtempDisposable(join(tmpdir(), 'galley-bench-'));
  const compared = await compare({
    folder: folder.path,
    peers,
    documents: Number(values.documents),
    bytes: Number(values.bytes),
    concurrency: Number(values.concurrency),
    seconds: Number(values.seconds),
    rounds: Number(values.rounds),
  });
  console.log(values.json ? JSON.stringify(compared, undefined, 2) : toTable(compared));
}
