// Measures public reads during a flood of sign-ins: see README.md.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Argon2Hasher } from '@galley/auth';
import { serveProject } from './served-process.ts';

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '10' },
    connections: { type: 'string', default: '32' },
    json: { type: 'boolean', default: false },
  },
});
const seconds = Number(options.seconds);

const project = join(await mkdtemp(join(tmpdir(), 'galley-bench-')), 'site');
const server = await serveProject(project, {
  GALLEY_SERVER__TRUSTED_PROXIES: 'loopback',
  GALLEY_LIMITS__SIGN_IN_REQUESTS_PER_MINUTE: '0',
});
try {
  await readFor(2);
  const rows = {
    'no sign-ins': await readFor(seconds),
    'bare requests instead': await readUnder('/__platform/api/nothing'),
    'flood from one address': await readUnder('/__admin/api/login', 'one'),
    'flood from as many addresses': await readUnder('/__admin/api/login', 'many'),
  };
  const argon2 = await timeHash();
  if (options.json) console.log(JSON.stringify({ argon2, rows }));
  else {
    console.log(`one argon2id hash: ${argon2} ms`);
    console.table(rows);
  }
} finally {
  await server.stop();
  await rm(join(project, '..'), { recursive: true, force: true });
}

async function timeHash(): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 9; round += 1) {
    const begun = performance.now();
    await new Argon2Hasher().hash('a sentence that is long enough');
    times.push(performance.now() - begun);
  }
  return Math.round(times.toSorted((a, b) => a - b)[4]!);
}

async function readFor(duration: number) {
  const times: number[] = [];
  const end = performance.now() + duration * 1_000;
  const reader = async (): Promise<void> => {
    while (performance.now() < end) {
      const begun = performance.now();
      const answer = await fetch(server.site);
      await answer.arrayBuffer();
      if (answer.status !== 200) throw new Error(`The front page answered ${answer.status}.`);
      times.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: 4 }, reader));
  const sorted = times.toSorted((a, b) => a - b);
  const at = (part: number): number =>
    Math.round(sorted[Math.floor(sorted.length * part)]! * 10) / 10;
  return { 'reads/s': Math.round(times.length / duration), 'p50 ms': at(0.5), 'p99 ms': at(0.99) };
}

async function readUnder(path: string, from = 'one') {
  const flood = spawn(process.execPath, [
    join(import.meta.dirname, 'flood.ts'),
    server.site + path,
    options.connections,
    from,
  ]);
  await once(flood.stdout, 'data');
  const read = await readFor(seconds);
  return { ...read, 'flood requests/s': Math.round((await stop(flood)) / seconds) };
}

async function stop(flood: ChildProcess): Promise<number> {
  const counted = once(flood.stdout!, 'data');
  flood.kill('SIGTERM');
  const [text] = (await counted) as [Buffer];
  return Number(text.toString());
}
