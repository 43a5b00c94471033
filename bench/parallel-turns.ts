// Measures the time of four tasks, one after the other and by four agents in parallel: see README.md.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { cpuOf } from './process-usage.ts';
import { serveProject, type Served } from './served-process.ts';
import { administratorVariables, SignedIn } from './signed-in.ts';

const { values: options } = parseArgs({
  options: {
    waits: { type: 'string', default: '1,5,15' },
    documents: { type: 'string', default: '100' },
    tasks: { type: 'string', default: '4' },
    sandbox: { type: 'string', default: 'always' },
    json: { type: 'boolean', default: false },
  },
});
const tasks = Number(options.tasks);
const waits = options.waits.split(',').map(Number);
const port = 17_119;

interface RunEvent {
  readonly id: number;
  readonly type: string;
  readonly at: string;
  readonly payload: { readonly agent_id?: string; readonly request_event_id?: number };
}

const folder = await mkdtemp(join(tmpdir(), 'galley-bench-'));
let waitMs = 0;
const model = createServer((_request, response) => {
  setTimeout(() => response.end('An answer.'), waitMs);
});
model.listen(0, '127.0.0.1');
await once(model, 'listening');
try {
  await makeProject();
  const results: Record<string, object> = {};
  const turns = { sequential: 1, parallel: tasks };
  const times: Record<keyof typeof turns, Map<number, number>> = {
    sequential: new Map(),
    parallel: new Map(),
  };
  for (const name of ['sequential', 'parallel'] as const) {
    const served = await serve(turns[name]);
    try {
      // Warms up, so that the order of the measurements does not matter.
      await play(served, 0);
      for (const seconds of waits) times[name].set(seconds, await play(served, seconds));
    } finally {
      await served.stop();
    }
  }
  for (const seconds of waits) {
    const [sequential, parallel] = [times.sequential.get(seconds)!, times.parallel.get(seconds)!];
    results[`${seconds} s`] = { sequential, parallel, ratio: rounded(parallel / sequential) };
  }
  if (options.json) console.log(JSON.stringify({ unit: 'seconds', results }, undefined, 2));
  else console.table(results);
} finally {
  model.close();
  await rm(folder, { recursive: true, force: true });
}

async function makeProject(): Promise<void> {
  const posts = join(folder, 'content/posts');
  await mkdir(posts, { recursive: true });
  for (let number = 0; number < Number(options.documents); number += 1) {
    const text = `---\ntitle: Ink ${number}\nworkflow: draft\n---\n${'Ink is black. '.repeat(300)}\n`;
    await writeFile(join(posts, `${number}.md`), text);
  }
  const agent = `${process.execPath} ${join(import.meta.dirname, 'agents/waiting-agent.mjs')}`;
  await writeFile(
    join(folder, 'galley.yaml'),
    `coordinator:
  enforcement: enforced
  scope: run
  address: 127.0.0.1:${port}
  workspace: { repository: content }
  agents: { implementers: { count: ${tasks} }, reviewers: { count: 0 } }
  adapters: { generic: { command: "${agent}", program: command, environment: [MODEL_URL, TASKS] } }
  supervisor: { sandbox: ${options.sandbox}, concurrency: ${tasks} }
build: { on_publish: false }
`,
  );
  const git = (...args: string[]) => execFileSync('git', ['-C', join(folder, 'content'), ...args]);
  git('init', '-q', '-b', 'main');
  git('add', '.');
  git('-c', 'user.name=Olga', '-c', 'user.email=olga@example.org', 'commit', '-qm', 'Add posts');
}

function serve(maxParallelTurns: number): Promise<Served> {
  const variables = {
    ...administratorVariables,
    GALLEY_COORDINATOR__MAX_PARALLEL_TURNS: String(maxParallelTurns),
    MODEL_URL: `http://127.0.0.1:${(model.address() as AddressInfo).port}`,
    TASKS: String(tasks),
  };
  return serveProject(folder, variables, ['--agents']);
}

/** Seconds from the scheduling of the first task's turn to the end of the last one's. */
async function play({ site, pid }: Served, seconds: number): Promise<number> {
  waitMs = seconds * 1_000;
  const { headers } = await SignedIn.at(site);
  const base = `${site}/api/v1/workspaces/default`;
  const ask = async <Answer>(path: string, body?: object): Promise<Answer> => {
    const response = await fetch(base + path, {
      method: body ? 'POST' : 'GET',
      headers: {
        ...headers,
        'content-type': 'application/json',
        'idempotency-key': crypto.randomUUID(),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Answer;
  };
  const { run_id: run } = await ask<{ run_id: string }>('/runs', { goal: 'Mention the agent.' });
  for (;;) {
    const { items } = await ask<{ items: RunEvent[] }>(`/runs/${run}/events?limit=500`);
    const [first, last] = turnsIn(items);
    if (first !== undefined && last !== undefined) {
      await ask(`/runs/${run}/force-stop`, {});
      await untilQuiet(pid);
      return rounded((last - first) / 1_000);
    }
    await delay(250);
  }
}

/** Checks and drafts of the proposals go on after the run. */
async function untilQuiet(pid: number): Promise<void> {
  for (let [before, used] = [await cpuOf(pid), 1]; used > 0.1;) {
    await delay(1_000);
    const now = await cpuOf(pid);
    [before, used] = [now, now - before];
  }
}

/** Times of the first start and, once all turns have ended, of the last end. */
function turnsIn(events: readonly RunEvent[]): [number?, number?] {
  const times = (type: string) =>
    events
      .filter((event) => event.type === type && event.payload.agent_id?.startsWith('implementer'))
      .map(({ at }) => Date.parse(at));
  const ends = times('agent.turn_completed');
  const [first] = times('agent.turn_scheduled');
  return ends.length < tasks ? [first] : [first, ends.at(-1)];
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
