/**
 * Restarts two content servers and two coordinators in turn, each pair behind a proxy, under load, and prints lost
 * saves, incorrect answers, and tasks assigned twice or never:
 * `npx node bench/rolling-restart.ts [--rounds 3] [--delay 1s] [--signal SIGTERM|SIGKILL]`.
 * `--delay 0s`: the proxies send no readiness probes and keep no connections, as nginx does by default.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { RoundRobinProxy } from '@galley/testing';
import { ownDatabase } from './own-database.ts';
import { RollingPeople, type Tally } from './rolling-people.ts';
import { RollingWorkRepository } from './rolling-work-repository.ts';
import { administratorVariables, SignedIn } from './signed-in.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    delay: { type: 'string', default: '1s' },
    signal: { type: 'string', default: 'SIGTERM' },
  },
});
const signal = values.signal as NodeJS.Signals;
const papers = ['posts/paper-1.md', 'posts/paper-2.md', 'posts/paper-3.md'];
const main = join(import.meta.dirname, '../apps/cli/main.ts');

await using database = await ownDatabase();
const project = join(database.folder, 'project');
const { user, password, host, port, database: name } = database.address;
const url = `postgres://${user}:${encodeURIComponent(password)}@${host}:${port}/${name}`;

async function makeProject(): Promise<void> {
  await mkdir(join(project, 'content/posts'), { recursive: true });
  for (const path of papers)
    await writeFile(join(project, 'content', path), '---\ntitle: Paper\n---\nBlank.\n');
  const yaml = `server: { trusted_proxies: [loopback], shutdown_delay: ${values.delay} }
limits: { public_requests_per_minute: 0, session_requests_per_minute: 0 }
build: { on_publish: false }
coordinator: { enforcement: enforced, interval: 100ms, lease: 2s }
`;
  await writeFile(join(project, 'galley.yaml'), yaml);
}

class Program {
  readonly #args: readonly string[];
  #child: ChildProcess | undefined;
  address = '';

  constructor(...args: string[]) {
    this.#args = args;
  }

  async start(): Promise<void> {
    const child = spawn(process.execPath, [main, ...this.#args, '--project', project], {
      env: {
        ...process.env,
        ...administratorVariables,
        DATABASE_URL: url,
        SERVICE_LOG_FORMAT: 'json',
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.#child = child;
    const ready = Promise.withResolvers<string>();
    createInterface({ input: child.stderr }).on('line', (line) => {
      const entry = JSON.parse(line) as Readonly<Record<string, string>>;
      if (entry['level'] === 'error') console.error(line);
      if (entry['msg'] === 'ready') ready.resolve((entry['site'] ?? entry['coordinator'])!);
    });
    child.once('close', () => ready.reject(new Error(`${this.#args[0]} exited early`)));
    this.address = await ready.promise;
  }

  async end(by: NodeJS.Signals): Promise<void> {
    const ended = once(this.#child!, 'close');
    this.#child!.kill(by);
    await ended;
  }
}

const serving = [1, 2].map(() => new Program('serve', '--port', '0'));
const coordinating = [1, 2].map(() => new Program('start', '--address', '127.0.0.1:0'));
const addressesOf = (programs: readonly Program[]): string[] =>
  programs.map(({ address }) => address);

function proxyBefore(programs: readonly Program[], path: string): Promise<RoundRobinProxy> {
  const isAsked = values.delay !== '0s';
  const options = isAsked ? { keepAlive: true, probe: { path, milliseconds: 100 } } : {};
  return RoundRobinProxy.before(addressesOf(programs), options);
}

async function addTasks(work: RollingWorkRepository, over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    await work.addTask();
    await delay(20);
  }
}

async function restartAll(content: RoundRobinProxy, coordinators: RoundRobinProxy): Promise<void> {
  for (const program of [...serving, ...coordinating]) {
    await program.end(signal);
    // Time for probes to notice.
    await delay(300);
    await program.start();
    content.use(addressesOf(serving));
    coordinators.use(addressesOf(coordinating));
    await delay(500);
  }
}

await makeProject();
for (const program of [...serving, ...coordinating]) await program.start();
await using content = await proxyBefore(serving, '/__ready');
await using coordinators = await proxyBefore(coordinating, '/readyz');
const person = await SignedIn.at(content.url);
const key = { 'idempotency-key': 'bench', 'content-type': 'application/json' };
await fetch(`${content.url}/api/v1/workspaces/default/runs/start`, {
  method: 'POST',
  headers: { ...person.headers, ...key },
  body: '{"goal":"Go on"}',
});
const work = new RollingWorkRepository(database.db);
const over = new AbortController();
const bringing = addTasks(work, over.signal);
const at = { site: content.url, coordinators: coordinators.url };
const people = new RollingPeople(at, person, papers);
for (let round = 0; round < Number(values.rounds); round += 1)
  await restartAll(content, coordinators);
over.abort();
await Promise.all([bringing, people.end()]);
// The current holder assigns the rest, possibly after the lease of a dead one expires.
for (let wait = 0, seen = await work.count(); wait < 100 && seen.assigned < seen.tasks; wait += 1) {
  await delay(100);
  seen = await work.count();
}
const shown = ({ asked, dropped }: Tally) => ({
  asked,
  dropped: dropped.length,
  how: [...new Set(dropped)],
});
const report = {
  signal,
  delay: values.delay,
  restarts: Number(values.rounds) * 4,
  reads: shown(people.reads),
  saves: shown(people.saves),
  looks: shown(people.looks),
  faultsOfSaves: await people.faults(),
  tasks: await work.count(),
};
console.log(JSON.stringify(report, undefined, 1));
for (const program of [...serving, ...coordinating]) await program.end('SIGTERM');
