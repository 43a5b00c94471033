// Measures how long a keystroke takes to reach everyone in a room: see README.md.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { WebSocket } from 'ws';
import * as Y from 'yjs';
import { quantile } from './quantile.ts';
import { serveProject } from './served-process.ts';
import { administratorVariables, SignedIn, withoutLimits } from './signed-in.ts';

const { values: options } = parseArgs({
  options: {
    people: { type: 'string', default: '50' },
    seconds: { type: 'string', default: '20' },
    keys: { type: 'string', default: '3' },
    json: { type: 'boolean', default: false },
  },
});
const [people, seconds, keysPerSecond] = [options.people, options.seconds, options.keys].map(
  Number,
) as [number, number, number];
const path = 'posts/ink.md';

/** Times of keystrokes by the update that each one made. */
const typed = new Map<string, number>();
let latencies: number[] = [];

/** Types, and notes when the keystrokes of others arrive; it does not apply them, which browsers would do. */
class Writer implements Disposable {
  readonly #doc = new Y.Doc();
  readonly #socket: WebSocket;
  readonly #isBare: boolean;

  constructor(address: string, headers: Readonly<Record<string, string>>, isBare: boolean) {
    this.#isBare = isBare;
    const query = new URLSearchParams({ path, client: String(this.#doc.clientID) });
    this.#socket = new WebSocket(`${address}?${query.toString()}`, { headers });
    this.#socket.on('message', (data: Buffer) => this.#hear(data.toString()));
    this.#doc.on('update', (update: Uint8Array, origin: unknown) => {
      if (origin !== 'server') this.#send(Buffer.from(update).toString('base64'));
    });
  }

  readonly ready = Promise.withResolvers<void>();

  open(): Promise<unknown> {
    return once(this.#socket, 'open');
  }

  type(): void {
    const text = this.#doc.getText('text');
    text.insert(text.length, 'x');
  }

  #send(data: string): void {
    typed.set(data, performance.now());
    const message = this.#isBare
      ? { type: 'updates', updates: [{ by: 'ada', data }] }
      : { type: 'update', data };
    this.#socket.send(JSON.stringify(message));
  }

  #hear(text: string): void {
    const message = JSON.parse(text) as {
      type: string;
      data: string;
      updates: { data: string }[];
    };
    const now = performance.now();
    if (message.type === 'state') {
      Y.applyUpdate(this.#doc, Buffer.from(message.data, 'base64'), 'server');
      this.ready.resolve();
    }
    if (message.type === 'updates')
      for (const { data } of message.updates) latencies.push(now - typed.get(data)!);
  }

  [Symbol.dispose](): void {
    this.#socket.terminate();
  }
}

interface Usage {
  readonly memory: number;
  readonly cpu: number;
}

/** MiB of the process, and its processor time in seconds. */
async function usageOf(pid: number): Promise<Usage> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]!.split(' ');
  const memory = Math.round(Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)![1]) / 1024);
  return { memory, cpu: (Number(fields[11]) + Number(fields[12])) / 100 };
}

async function measure(pid: number, writers: readonly Writer[], before: Usage) {
  typed.clear();
  latencies = [];
  const opened = await usageOf(pid);
  const end = performance.now() + seconds * 1_000;
  const pauseMs = 1_000 / keysPerSecond;
  const typing = writers.map(async (writer) => {
    await setTimeout(Math.random() * pauseMs);
    while (performance.now() < end) {
      writer.type();
      await setTimeout(pauseMs * (0.5 + Math.random()));
    }
  });
  await Promise.all(typing);
  await setTimeout(1_000);
  const after = await usageOf(pid);
  return {
    keystrokes: typed.size,
    arrivals: latencies.length,
    median: quantile(latencies, 0.5),
    '99 %': quantile(latencies, 0.99),
    slowest: quantile(latencies, 1),
    'MiB before': before.memory,
    'MiB after': after.memory,
    '% of a core': Math.round(((after.cpu - opened.cpu) / (seconds + 1)) * 100),
  };
}

async function measureBare() {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'bare-socket.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [address] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
  const before = await usageOf(child.pid!);
  using stack = new DisposableStack();
  const writers = Array.from({ length: people }, () => stack.use(new Writer(address, {}, true)));
  await Promise.all(writers.map((writer) => writer.open()));
  const row = await measure(child.pid!, writers, before);
  child.stdin.end();
  return row;
}

await using folder = await mkdtempDisposable(join(tmpdir(), 'galley-bench-'));
const project = join(folder.path, 'site');
await mkdir(join(project, 'content/posts'), { recursive: true });
await writeFile(join(project, 'galley.yaml'), '');
const words = 'The ink was black and heavy. '.repeat(100);
await writeFile(join(project, `content/${path}`), `---\ntitle: Ink\n---\n${words}\n`);
const server = await serveProject(project, { ...administratorVariables, ...withoutLimits });
try {
  const address = `${server.site.replace('http', 'ws')}/__admin/api/rooms`;
  const ada = await SignedIn.at(server.site);
  const cookies = [ada.headers['cookie']!];
  // At most 20 pages of a person are in rooms.
  for (let number = 1; number * 20 < people; number += 1) {
    const username = `writer-${number}`;
    const password = `a long enough passphrase ${number}`;
    await ada.addUser({ username, password, role: 'editor', name: username, email: '' });
    cookies.push((await SignedIn.at(server.site, { username, password })).headers['cookie']!);
  }
  const before = await usageOf(server.pid);
  using stack = new DisposableStack();
  const writers: Writer[] = [];
  for (let place = 0; place < people; place += 1) {
    const cookie = cookies[place % cookies.length]!;
    const writer = stack.use(new Writer(address, { cookie, origin: server.site }, false));
    await writer.open();
    writers.push(writer);
  }
  await Promise.all(writers.map(({ ready }) => ready.promise));
  const row = await measure(server.pid, writers, before);
  const results = { 'bare server': await measureBare(), Galley: row };
  if (options.json) console.log(JSON.stringify(results, undefined, 2));
  else console.table(results);
} finally {
  await server.stop();
}
