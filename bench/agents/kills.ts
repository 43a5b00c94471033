/**
 * Kills the supervisor, the coordinator or an agent at random while the reference agent works on a run, with a
 * stand-in for a model: `npx node bench/agents/kills.ts [kills] [documents]`.
 * Then checks that no turn started twice, nothing is stuck, no orphan runs, and every document has one accepted
 * proposal with its changes.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startMendingModel } from './mending-model.ts';

const [kills = 0, documents = 12] = process.argv.slice(2).map(Number);
const galley = join(import.meta.dirname, '../../apps/cli/bin/galley.mjs');
const port = 18_080;
const origin = `http://127.0.0.1:${port}`;
const credentials = { username: 'ada', password: 'a long enough passphrase' };
const timeoutMs = 20 * 60_000;

const project = await mkdtemp(join(tmpdir(), 'galley-kills-'));
const git = (...args: string[]): string =>
  execFileSync('git', ['-C', join(project, 'content'), ...args], { encoding: 'utf8' });
const agent = `${process.execPath} ${join(import.meta.dirname, '../../apps/agent/main.ts')}`;
const model = await startMendingModel();

interface Part {
  child: ChildProcess | undefined;
  readonly args: readonly string[];
}

const parts = {
  serve: { child: undefined, args: ['serve'] } as Part,
  start: { child: undefined, args: ['start'] } as Part,
  supervise: { child: undefined, args: ['supervise'] } as Part,
};
const log = createWriteStream(join(project, 'log.txt'), { flags: 'a' });

function begin(part: Part): void {
  const child = spawn(process.execPath, [galley, ...part.args, '--project', project], {
    env: {
      ...process.env,
      SERVICE_LOG_FORMAT: 'json',
      GALLEY_AGENT_BASE_URL: model.url,
      GALLEY_ADMIN_USERNAME: credentials.username,
      GALLEY_ADMIN_PASSWORD: credentials.password,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stderr.pipe(log, { end: false });
  child.stdout.pipe(log, { end: false });
  part.child = child;
}

async function end(part: Part, signal: NodeJS.Signals): Promise<void> {
  const { child } = part;
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}

class Client {
  #cookie = '';
  #csrf = '';

  async signIn(): Promise<void> {
    const answer = await this.call('POST', '/__admin/api/login', credentials);
    this.#csrf = String(answer['csrf_token']);
  }

  async call(method: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
    const answer = await fetch(origin + path, {
      method,
      headers: {
        origin,
        cookie: this.#cookie,
        'x-csrf-token': this.#csrf,
        'idempotency-key': crypto.randomUUID(),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    for (const cookie of answer.headers.getSetCookie()) this.#cookie = cookie.split(';')[0]!;
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return JSON.parse(text) as Record<string, unknown>;
  }

  async list(path: string): Promise<Record<string, unknown>[]> {
    const items: Record<string, unknown>[] = [];
    for (let next: string | null = ''; next !== null;) {
      const answer = await this.call('GET', `${path}?limit=100${next && `&after=${next}`}`);
      items.push(...(answer['items'] as Record<string, unknown>[]));
      next = answer['next'] as string | null;
    }
    return items;
  }
}

async function makeProject(): Promise<void> {
  await mkdir(join(project, 'content/posts'), { recursive: true });
  await mkdir(join(project, 'content/config'));
  // Otherwise the person who started the run cannot accept its proposals.
  await writeFile(
    join(project, 'content/config/site.yaml'),
    'editorial: { independence: last_editor }\n',
  );
  await writeFile(
    join(project, 'galley.yaml'),
    `server: { port: ${port} }
coordinator:
  enforcement: enforced
  address: 127.0.0.1:17117
  workspace: { repository: content }
  interval: 250ms
  lease: 3s
  turn_lease: 60s
  agents:
    implementers: { count: 2 }
  adapters:
    generic: { command: "${agent} --model stand-in", program: galley-agent }
  supervisor: { driver: process, sandbox: never, concurrency: 3, interval: 500ms }
build: { on_publish: false }
`,
  );
  for (let n = 1; n <= documents; n += 1)
    await writeFile(
      join(project, `content/posts/about-ink-${n}.md`),
      `---
title: About ink ${n}
author: olga
workflow: draft
---
See [the other one](/posts/about-inc-${(n % documents) + 1}/) and look at this:

![](/media/a-bottle-of-ink.jpg)
`,
    );
  git('init', '-q', '-b', 'main');
  git('config', 'user.name', 'Olga');
  git('config', 'user.email', 'olga@example.org');
  git('add', '.');
  git('commit', '-qm', 'As it was');
}

async function waitUntil(what: string, check: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + timeoutMs;
  while (Date.now() < end) {
    if (await check().catch(() => false)) return;
    await sleep(250);
  }
  throw new Error(
    `timed out after ${timeoutMs / 60_000} minutes waiting for ${what}; see ${project}`,
  );
}

const base = '/api/v1/workspaces/default';
await makeProject();
begin(parts.serve);
const client = new Client();
await waitUntil('the content server', async () => {
  await client.signIn();
  return true;
});
begin(parts.start);
begin(parts.supervise);
await waitUntil('the supervisor', async () => {
  const health = await fetch('http://127.0.0.1:17117/healthz').then((answer) => answer.json());
  return JSON.stringify(health).includes('supervisors":[{');
});
const { run_id: run } = (await client.call('POST', `${base}/runs/start`, {
  goal: 'Mend broken links and write missing alternative texts.',
})) as { run_id: string };
console.log(`${project}: ${run}, ${documents} documents, ${kills} kills`);

let killed = 0;
let isOver = false;
const tally: Record<string, number> = { supervise: 0, start: 0, agent: 0 };
const killing = (async () => {
  while (killed < kills && !isOver) {
    await sleep(500 + Math.random() * 4_000);
    const [first] = await findAgents();
    const choices = ['supervise', 'start', ...(first ? ['agent', 'agent'] : [])];
    const choice = choices[Math.floor(Math.random() * choices.length)]!;
    if (choice === 'agent') {
      if (!kill(first!)) continue;
    } else {
      const part = parts[choice as 'supervise' | 'start'];
      await end(part, 'SIGKILL');
      await sleep(Math.random() * 1_500);
      begin(part);
    }
    tally[choice]! += 1;
    killed += 1;
  }
})();

async function findAgents(): Promise<number[]> {
  const folder = join(project, '.service/supervisor/sessions');
  const pids: number[] = [];
  for (const session of await readdir(folder).catch(() => [])) {
    const text = await readFile(join(folder, session, 'agent.json'), 'utf8').catch(() => '');
    if (text === '') continue;
    const { pid } = JSON.parse(text) as { pid: number };
    if (isRunning(pid)) pids.push(pid);
  }
  return pids;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** The id of an agent is also the id of its process group. */
function kill(pid: number): boolean {
  try {
    return process.kill(-pid, 'SIGKILL');
  } catch {
    return false;
  }
}

let lastState = '';
await waitUntil('the end of the run', async () => {
  for (const proposal of await client.list(`${base}/proposals`)) {
    if (proposal['status'] !== 'in_review') continue;
    const detail = await client.call('GET', `${base}/proposals/${String(proposal['id'])}`);
    const patch = detail['patch'] as { sha256: string } | null;
    if (!patch || killed < Math.min(kills, 3)) continue;
    await client
      .call('POST', `${base}/proposals/${String(proposal['id'])}/accept`, {
        patch_sha256: patch.sha256,
      })
      .catch((error: unknown) => console.log(String(error).slice(0, 300)));
  }
  const status = await client.call('GET', `${base}/runs/status`);
  const state = `${String(status['state'])}, ${String(status['active_agent_count'])} agents, ${String(status['open_proposals'])} open proposals, ${killed} kills`;
  if (state !== lastState) console.log(new Date().toISOString().slice(11, 19), state);
  lastState = state;
  return status['state'] === 'completed';
});
isOver = true;
await killing;

const tasks = await client.list(`${base}/tasks`);
const proposals = await client.list(`${base}/proposals`);
const events: { type: string; payload: { request_event_id?: number; agent_id?: string } }[] = [];
for (let after = 0; ;) {
  const page = await client.call('GET', `${base}/runs/${run}/events?after=${after}&limit=500`);
  const items = page['items'] as ((typeof events)[number] & { id: number })[];
  if (items.length === 0) break;
  events.push(...items);
  after = items.at(-1)!.id;
}
const count = (type: string): number => events.filter((event) => event.type === type).length;
const startedTwice = Object.values(
  Object.groupBy(
    events.filter(({ type }) => type === 'agent.turn_started'),
    ({ payload }) => String(payload.request_event_id),
  ),
).filter((group) => group!.length > 1).length;
const accepted = proposals.filter(({ status }) => status === 'accepted');
const perTask = Object.groupBy(accepted, ({ task_id: task }) => String(task));
await waitUntil('all agents to stop', async () => findAgents().then(({ length }) => length === 0));
// Beside them, Galley commits the drafts for the agents.
const commits = git('log', '--format=%s').match(/^posts\//gm)?.length ?? 0;
const faults = (
  await Promise.all(
    Array.from({ length: documents }, (_none, n) =>
      readFile(join(project, `content/posts/about-ink-${n + 1}.md`), 'utf8'),
    ),
  )
).filter((text) => text.includes('about-inc-') || text.includes('![]('));
const counted = (items: readonly Record<string, unknown>[]) =>
  Object.fromEntries(
    Object.entries(Object.groupBy(items, ({ status }) => String(status))).map(([status, all]) => [
      status,
      all!.length,
    ]),
  );
console.log(
  JSON.stringify(
    {
      kills: tally,
      tasks: counted(tasks),
      proposals: counted(proposals),
      turns: {
        requested: count('agent.turn_requested'),
        scheduled: count('agent.turn_scheduled'),
        started: count('agent.turn_started'),
        completed: count('agent.turn_completed'),
        failed: count('agent.turn_failed'),
        expired: count('agent.turn_expired'),
        startedTwice,
      },
      tasksWithSeveralAccepted: Object.values(perTask).filter((group) => group!.length > 1).length,
      commits,
      documentsWithFaults: faults.length,
    },
    undefined,
    1,
  ),
);
for (const part of Object.values(parts)) await end(part, 'SIGTERM');
await model[Symbol.asyncDispose]();
const isSuccessful =
  startedTwice === 0 &&
  faults.length === 0 &&
  accepted.length === documents &&
  commits === documents &&
  count('agent.turn_scheduled') <=
    ['agent.turn_completed', 'agent.turn_failed', 'agent.turn_expired'].reduce(
      (sum, type) => sum + count(type),
      0,
    );
process.exitCode = isSuccessful ? 0 : 1;
