// Measures how long a save takes to reach everyone who follows the changes of a site: see README.md.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { Agent, get, type ClientRequest, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { quantile } from './quantile.ts';
import { serveProject } from './served-process.ts';
import { administratorVariables, SignedIn, withoutLimits } from './signed-in.ts';

const { values: options } = parseArgs({
  options: {
    followers: { type: 'string', default: '1000' },
    saves: { type: 'string', default: '30' },
    json: { type: 'boolean', default: false },
  },
});
const [count, saves] = [options.followers, options.saves].map(Number) as [number, number];

class Followers implements Disposable {
  readonly #requests: ClientRequest[] = [];
  #mark = '';
  #left = 0;
  #done = Promise.withResolvers<void>();
  #arrivals: number[] = [];

  static async open(url: string, headers: Readonly<Record<string, string>>): Promise<Followers> {
    const followers = new Followers();
    const agent = new Agent({ maxSockets: Infinity });
    const each = { agent, headers: { ...headers, accept: 'text/event-stream' } };
    for (let opened = 0; opened < count; opened += 1) {
      const request = get(url, each);
      followers.#requests.push(request);
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      followers.#read(response.setEncoding('utf8'));
    }
    return followers;
  }

  /** Arrivals of the mark at all followers, in milliseconds after `act` has returned; negative ones came before. */
  async arrivals(mark: string, act: () => Promise<unknown>): Promise<number[]> {
    this.#mark = mark;
    this.#left = count;
    this.#arrivals = [];
    this.#done = Promise.withResolvers();
    await act();
    const saved = performance.now();
    await this.#done.promise;
    return this.#arrivals.map((at) => at - saved);
  }

  #read(response: IncomingMessage): void {
    let seen = '';
    response.on('error', () => undefined);
    response.on('data', (text: string) => {
      if (this.#mark === seen || !text.includes(this.#mark)) return;
      seen = this.#mark;
      this.#arrivals.push(performance.now());
      this.#left -= 1;
      if (this.#left === 0) this.#done.resolve();
    });
  }

  [Symbol.dispose](): void {
    for (const request of this.#requests) request.on('error', () => undefined).destroy();
  }
}

type Row = Readonly<Record<'median' | 'last, median' | 'last, slowest', number>>;

async function measure(
  followers: Followers,
  act: (mark: string) => Promise<unknown>,
): Promise<Row> {
  const all: number[] = [];
  const last: number[] = [];
  for (let save = 0; save < saves; save += 1) {
    const mark = `mark-${save}-end`;
    const arrivals = await followers.arrivals(mark, () => act(mark));
    all.push(...arrivals);
    last.push(Math.max(...arrivals));
  }
  return {
    median: quantile(all, 0.5),
    'last, median': quantile(last, 0.5),
    'last, slowest': quantile(last, 1),
  };
}

async function measureBare(): Promise<Row> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'bare-stream.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [url] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
  using followers = await Followers.open(url, {});
  const row = await measure(followers, (mark) => fetch(url, { method: 'POST', body: mark }));
  child.stdin.end();
  return row;
}

/** MiB of the process, and its processor time in seconds. */
async function usageOf(pid: number): Promise<{ memory: number; cpu: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]!.split(' ');
  const memory = Math.round(Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)![1]) / 1024);
  return { memory, cpu: (Number(fields[11]) + Number(fields[12])) / 100 };
}

await using folder = await mkdtempDisposable(join(tmpdir(), 'galley-bench-'));
const project = join(folder.path, 'site');
await mkdir(join(project, 'content/posts'), { recursive: true });
await writeFile(join(project, 'galley.yaml'), '');
for (let save = 0; save < saves; save += 1)
  await writeFile(
    join(project, `content/posts/mark-${save}-end.md`),
    '---\ntitle: Ink\n---\nInk.\n',
  );
const server = await serveProject(project, { ...administratorVariables, ...withoutLimits });
try {
  const person = await SignedIn.at(server.site);
  const { cookie } = person.headers as { cookie: string };
  const before = await usageOf(server.pid);
  using followers = await Followers.open(`${server.site}/__admin/api/changes`, { cookie });
  const opened = await usageOf(server.pid);
  const row = await measure(followers, (mark) => person.save(`posts/${mark}.md`, 'Blacker ink.\n'));
  const after = await usageOf(server.pid);
  const results = { 'bare server': await measureBare(), Galley: row };
  const usage = {
    'MiB before': before.memory,
    'MiB with followers': after.memory,
    'seconds to open': Math.round((opened.cpu - before.cpu) * 10) / 10,
    'milliseconds per save': Math.round(((after.cpu - opened.cpu) * 1_000) / saves),
  };
  if (options.json) console.log(JSON.stringify({ results, usage }, undefined, 2));
  else {
    console.table(results);
    console.table([usage]);
  }
} finally {
  await server.stop();
}
