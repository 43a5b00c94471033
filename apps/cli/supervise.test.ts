import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { modelAnswer, startScriptedModel, temporaryDirectory } from '@galley/testing';
import { GalleyProcess, openTestDatabase, Site } from './fixtures.ts';
import { galleyHere } from './run-here.fixtures.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let site: Site;

const agent = `
const { appendFileSync } = require('node:fs');
appendFileSync(__dirname + '/traces', process.env.GALLEY_TURN + '\\n');
process.on('SIGUSR2', () => process.exit(0));
setInterval(() => {}, 1_000);
`;

beforeEach(async () => {
  database = await openTestDatabase();
  site = await Site.create({ 'agent.cjs': agent });
  const command = `${process.execPath} ${join(site.directory, 'agent.cjs')}`;
  await site.write(
    'galley.yaml',
    `coordinator: { lease: 1s, adapters: { generic: { command: "${command}" } }, supervisor: { interval: 100ms, sandbox: never } }\n`,
  );
});

afterEach(async () => {
  await site[Symbol.asyncDispose]();
  await database.close();
});

async function scheduleTurn(): Promise<void> {
  const { db } = database;
  const at = new Date();
  await db
    .insertInto('runs')
    .values({
      id: 'run-1',
      workspace_id: 'default',
      goal: '',
      status: 'active',
      started_at: at,
      transitioned_at: at,
    })
    .execute();
  const agents = {
    id: 'implementer-1',
    role: 'implementer',
    name: '',
    adapter: 'generic',
    command: '',
  };
  await db
    .insertInto('agents')
    .values({ ...agents, status: 'idle', enabled: true, updated_at: at })
    .execute();
  const requested = { agent_id: 'implementer-1', reason: 'task a' };
  const insert = (type: string, payload: object) =>
    db
      .insertInto('run_events')
      .values({ run_id: 'run-1', type, payload: JSON.stringify(payload), at })
      .returning('id')
      .executeTakeFirstOrThrow();
  const { id } = await insert('agent.turn_requested', requested);
  await insert('agent.turn_scheduled', { ...requested, request_event_id: id, position: 1 });
}

test('GAP-RC-SUP-1: an agent survives a killed supervisor, is adopted by the next, and starts once', async () => {
  const variables = { DATABASE_URL: database.url };
  await database.db
    .insertInto('workspaces')
    .values({ id: 'default', display_name: 'Default', created_at: new Date() })
    .execute();
  await scheduleTurn();
  const checked = await galleyHere(
    ['supervise', 'status', '--check', '--project', site.directory],
    {
      variables,
    },
  );
  expect(checked).toMatchObject({
    ending: 1,
    stdout: 'No supervisor has run within the last week.\n',
  });
  const supervise = () =>
    new GalleyProcess(['supervise', '--project', site.directory], { variables });
  const traces = () => readFile(join(site.directory, 'traces'), 'utf8').catch(() => '');
  const first = supervise();
  await vi.waitUntil(async () => (await traces()) !== '', { timeout: 30_000, interval: 20 });
  await first.kill('SIGKILL');
  const second = supervise();
  const status = async () => {
    const { stdout } = await galleyHere(
      ['supervise', 'status', '--json', '--check', '--project', site.directory],
      { variables },
    );
    return JSON.parse(stdout) as { supervisors: object[]; sessions: { id: string }[] };
  };
  const found = await vi.waitFor(
    async () => {
      const told = await status();
      expect(told).toMatchObject({
        supervisors: [{ driver: 'process', is_here: true, found: { adopted: 1, running: 1 } }],
        sessions: [{ agent_id: 'implementer-1', state: 'running' }],
      });
      return told;
    },
    { timeout: 30_000, interval: 100 },
  );
  const folder = join(site.directory, '.service/supervisor/sessions', found.sessions[0]!.id);
  const { pid } = JSON.parse(await readFile(join(folder, 'agent.json'), 'utf8')) as { pid: number };
  process.kill(pid, 'SIGUSR2');
  await vi.waitUntil(
    async () => {
      const events = await database.db.selectFrom('run_events').select('type').execute();
      return events.some(({ type }) => type === 'agent.turn_failed');
    },
    { timeout: 30_000, interval: 20 },
  );
  expect(await second.kill('SIGTERM')).toBe(0);
  expect((await traces()).trim().split('\n')).toHaveLength(1);
});

test('GAP-RC-SUP-1: a supervisor without database and data/ lets the reference agent finish a turn', async () => {
  await using outside = await temporaryDirectory();
  await using model = await startScriptedModel(({ messages }) =>
    modelAnswer(
      messages.some(({ role }) => role === 'tool')
        ? { text: 'One task.' }
        : {
            calls: [{ tool: 'task_create', input: { title: 'Correct the link in posts/ink.md' } }],
          },
    ),
  );
  const secret = 'c3VwZXJ2aXNvcnMtb2YtdGVzdHMtMjU2LWJpdHM+~x=';
  const tokenFile = join(outside.path, 'supervisor');
  await writeFile(tokenFile, `${secret}\n`);
  const main = join(import.meta.dirname, '../agent/main.ts');
  await site.write(
    'galley.yaml',
    `coordinator: { enforcement: enforced, interval: 50ms, workspace: { repository: content },
       agents: { chair: { model: test-model } },
       adapters: { generic: { command: "${process.execPath} ${main} --model {model}", program: galley-agent } }, supervisor: { interval: 100ms, sandbox: never } }\n`,
  );
  await site.write('content/posts/ink.md', '# Ink\n\nSee [the press](pres.md).\n');
  await site.write('content/posts/press.md', '# Press\n');
  const ofCoordinator = {
    DATABASE_URL: database.url,
    GALLEY_STORAGE__DATA_DIRECTORY: join(outside.path, 'data'),
  };
  await galleyHere(['backup', 'git-snapshot', 'Begin', '--project', site.directory], {
    variables: ofCoordinator,
  });
  const coordinator = site.coordinate({
    ...ofCoordinator,
    SERVICE_LOG: 'debug',
    GALLEY_COORDINATOR__SUPERVISOR__TOKEN_FILE: tokenFile,
  });
  const url = await coordinator.ready();
  // A file at the folder's path makes it unusable for every user.
  await site.write('data', '');
  const before = await site.list();
  const ofSupervisor = {
    GALLEY_AGENT_BASE_URL: model.url,
    GALLEY_AGENT_API_KEY: 'key-of-the-model',
    SERVICE_LOG: 'debug',
    GALLEY_COORDINATOR__SUPERVISOR__COORDINATOR_URL: url,
    GALLEY_COORDINATOR__SUPERVISOR__TOKEN: secret,
    GALLEY_COORDINATOR__SUPERVISOR__STATE_DIRECTORY: join(outside.path, 'state'),
  };
  const at = new Date();
  const run = { id: 'run-1', workspace_id: 'default', goal: '', status: 'active' };
  await database.db
    .insertInto('runs')
    .values({ ...run, started_at: at, transitioned_at: at })
    .execute();
  const supervisor = site.supervise(ofSupervisor);
  const tasks = () => database.db.selectFrom('tasks').select('title').execute();
  await vi.waitUntil(async () => (await tasks()).length > 0, { timeout: 60_000, interval: 50 });
  expect(await tasks()).toEqual([{ title: 'Correct the link in posts/ink.md' }]);
  const ended = await supervisor.logged('agent exited');
  expect(ended).toMatchObject({ agent: 'chair-1', exitCode: 0 });
  expect(model.asked[0]!.headers.authorization).toBe('Bearer key-of-the-model');
  const used = await database.db
    .selectFrom('agent_sessions')
    .select(['input_tokens', 'output_tokens', 'status'])
    .where('agent_id', '=', 'chair-1')
    .executeTakeFirstOrThrow();
  expect(used).toEqual({ input_tokens: 2_000, output_tokens: 100, status: 'ended' });
  const checked = await galleyHere(
    ['supervise', 'status', '--check', '--project', site.directory],
    {
      variables: ofSupervisor,
    },
  );
  expect(checked).toMatchObject({
    ending: 0,
    stdout: expect.stringContaining('running') as string,
  });
  expect(await supervisor.kill('SIGTERM')).toBe(0);
  expect(await coordinator.kill('SIGTERM')).toBe(0);
  expect(await site.list()).toEqual(before);
  const log = await readFile(join(outside.path, 'state/logs', `${String(ended['session'])}.log`));
  for (const text of [coordinator.stderr.join('\n'), log.toString()]) {
    expect(text).not.toBe('');
    expect(text).not.toContain(secret);
  }
}, 90_000);

test('ADD-SUP-1: starts no agent without bubblewrap or an explicit setting, since it could read the supervisor’s files', async () => {
  const yaml = await readFile(join(site.directory, 'galley.yaml'), 'utf8');
  await site.write('galley.yaml', yaml.replace(', sandbox: never', ''));
  const variables = { DATABASE_URL: database.url, PATH: site.directory };
  const { ending, stderr } = await galleyHere(['supervise', '--project', site.directory], {
    variables,
  });
  expect([ending, stderr]).toEqual([
    1,
    expect.stringMatching(/bubblewrap.*driver to docker.*sandbox to auto/s),
  ]);
});
