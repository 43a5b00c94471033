import { appendFile, mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { silentLogger, systemClock } from '@galley/kernel';
import type { EventBatch, LivingSession, SupervisorGateway } from '@galley/runcoord';
import { loadConfig } from '@galley/settings';
import { TestProject } from '../fixtures.ts';
import { AgentLog } from './agent-log.ts';
import { createSupervisorGateway } from './create-supervisor-gateway.ts';
import { outputEvent, type ParseLine } from './output-event.ts';
import { SessionFeed } from './session-feed.ts';
import { removeOldLogs } from './supervisor-folder.ts';

let project: TestProject;
let gateway: SupervisorGateway;
let session: LivingSession;
let log: string;
let fence: { place: string; epoch: number };

beforeEach(async () => {
  project = await TestProject.open();
  const config = await loadConfig({
    projectDirectory: project.directory,
    overlays: [],
    environment: {},
    overrides: {},
  });
  const { db } = project;
  const at = systemClock.now();
  await db
    .insertInto('workspaces')
    .values({ id: 'default', display_name: 'Test', created_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const times = { started_at: at, transitioned_at: at };
  const run = { id: 'run-1', workspace_id: 'default', goal: '', status: 'active', ...times };
  await db.insertInto('runs').values(run).execute();
  gateway = createSupervisorGateway({ config, db, clock: systemClock });
  const claim = { place: 'here', driver: 'process', holder: 'test', label: 'l' };
  ({ fence } = (await gateway.acquire({ ...claim, milliseconds: 60_000 }))!);
  const event = { run_id: 'run-1', type: 'agent.turn_requested', payload: '{}', at };
  const turn = await db
    .insertInto('run_events')
    .values(event)
    .returning('id')
    .executeTakeFirstOrThrow();
  const row = { id: 's1', run_id: 'run-1', agent_id: 'ada', status: 'running', started_at: at };
  await db
    .insertInto('agent_sessions')
    .values({ ...row, place: 'here', request_event_id: turn.id })
    .execute();
  [session] = (await gateway.listLiving({ fence })) as [LivingSession];
  log = join(project.directory, 'agent.log');
});
afterEach(() => project[Symbol.asyncDispose]());

const feedWith = (parse: ParseLine = outputEvent, through = gateway) =>
  new SessionFeed({
    gateway: through,
    fence,
    logger: silentLogger,
    logFileOf: () => log,
    parserOf: () => Promise.resolve(parse),
  });

/** Each line becomes one event. */
const message: ParseLine = (text) => [{ kind: 'message', text }];

async function storedTexts(): Promise<unknown[]> {
  const rows = await project.db
    .selectFrom('session_events')
    .select(['kind', 'payload'])
    .orderBy('seq')
    .execute();
  return rows.map(({ kind, payload }) => [kind, (payload as { text?: string }).text]);
}

describe('the feed of a session', () => {
  test('sends the prompt, complete lines while the agent runs, and the rest at its end', async () => {
    const feed = feedWith(message);
    await feed.begin(session, 'Write.');
    await feed.follow(session);
    await writeFile(log, 'one\ntwo\nhal');
    await feed.follow(session);
    await feed.follow(session);
    const before = [
      ['prompt', 'Write.'],
      ['message', 'one'],
      ['message', 'two'],
    ];
    expect(await storedTexts()).toEqual(before);
    await appendFile(log, 'f 墨');
    await feed.finish(session);
    expect(await storedTexts()).toEqual([...before, ['message', 'half 墨']]);
  });

  test('a restarted supervisor continues without gaps or duplicates, even between prompt and start', async () => {
    await feedWith().begin(session, 'Write.');
    await feedWith().begin(session, 'Write again.');
    for (const line of ['one\n', 'two\n', 'three\n']) {
      await appendFile(log, line);
      await feedWith(message).follow(session);
      await feedWith(message).follow(session);
    }
    const texts = (await storedTexts()).map((event) => (event as string[])[1]);
    expect(texts).toEqual(['Write.', 'one', 'two', 'three']);
  });

  test('a lost answer leads to no duplicate', async () => {
    let isLost = true;
    const recordEvents = async (batch: Parameters<SupervisorGateway['recordEvents']>[0]) => {
      const position = await gateway.recordEvents(batch);
      isLost = !isLost;
      if (isLost) throw new Error('connection lost');
      return position;
    };
    const through = Object.assign(Object.create(gateway) as SupervisorGateway, { recordEvents });
    const feed = feedWith(message, through);
    await writeFile(log, 'one\ntwo\n');
    await expect(feed.follow(session)).rejects.toThrow('connection lost');
    await feed.follow(session).catch(() => undefined);
    await appendFile(log, 'three\n');
    await feed.follow(session).catch(() => undefined);
    await feedWith(message).finish(session);
    expect(await storedTexts()).toEqual([
      ['message', 'one'],
      ['message', 'two'],
      ['message', 'three'],
    ]);
  });

  test('joins lines of plain output, and shows a line that its parser cannot read', async () => {
    await writeFile(log, 'a\n\nb\nbad\n{"x":1}\n');
    const parse: ParseLine = (line) => {
      if (line === 'bad') throw new Error('no');
      return line.startsWith('{') ? [{ kind: 'message', text: line }] : outputEvent(line);
    };
    await feedWith(parse).finish(session);
    expect(await storedTexts()).toEqual([
      ['output', 'a\nb\nbad'],
      ['message', '{"x":1}'],
    ]);
  });

  test('sends a flood in several batches, and long lines whole', async () => {
    const sizes: number[] = [];
    const recordEvents = (batch: EventBatch & { sessionId: string; fence: typeof fence }) => {
      sizes.push(batch.events.length);
      return gateway.recordEvents(batch);
    };
    const through = Object.assign(Object.create(gateway) as SupervisorGateway, { recordEvents });
    const long = `${'x'.repeat(1_000_000)}`;
    const lines = Array.from({ length: 2_500 }, (_, index) => `${index}`);
    await writeFile(log, `${[...lines, long, 'end'].join('\n')}\n`);
    const lengths: ParseLine = (text) => [{ kind: 'message', text: `${text.length}` }];
    await feedWith(lengths, through).follow(session);
    expect(Math.max(...sizes)).toBe(1_000);
    const texts = await storedTexts();
    expect(texts).toHaveLength(2_502);
    expect(texts.at(-2)).toEqual(['message', '1000000']);
  });

  test('a log that is missing or not readable keeps no session from ending', async () => {
    await feedWith().finish(session);
    log = project.directory;
    await feedWith().finish(session);
    expect(await storedTexts()).toEqual([]);
  });

  test('a fenced supervisor sends nothing', async () => {
    await writeFile(log, 'one\n');
    await gateway.release({ fence });
    const claim = { place: 'here', driver: 'process', holder: 'other', label: 'l' };
    await gateway.acquire({ ...claim, milliseconds: 60_000 });
    await expect(feedWith().follow(session)).rejects.toMatchObject({ code: 'supervisor_fenced' });
    expect(await storedTexts()).toEqual([]);
  });
});

describe('the log of an agent', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'agent-log-'));
    log = join(folder, 'agent.log');
  });
  afterEach(() => rm(folder, { recursive: true }));

  test('GAP-RC-API-8: lines of JSON stay JSON when secrets in them are redacted', async () => {
    const token = 'an-odd-token-of-the-session';
    const agentLog = new AgentLog(log, { size: 1_000_000, token });
    const lines = [
      { text: 'see https://ada:secret@git.example/x.git' },
      { input: { password: 'hunter2', note: 'Authorization: Basic abcdefgh' } },
      { deep: [{ text: `x${token}y` }] },
    ];
    for (const line of lines) agentLog.add(`${JSON.stringify(line)}\n`);
    agentLog.add(`password=hunter2 ${token}\n{no json password="two words"}\n`);
    agentLog.add(`${'['.repeat(100_000)}\n{"a":${'['.repeat(100_000)}\n`);
    await agentLog.end();
    const texts = (await readFile(log, 'utf8')).split('\n');
    expect(texts.slice(0, 3).map((text) => JSON.parse(text) as unknown)).toEqual([
      { text: 'see [redacted]' },
      { input: { password: '[redacted]', note: 'Authorization: Basic [redacted]' } },
      { deep: [{ text: 'x[redacted]y' }] },
    ]);
    expect(texts.slice(3, 5)).toEqual([
      'password=[redacted] [redacted]',
      '{no json password=[redacted]}',
    ]);
  });

  test('is removed when it was last written before the retention, unless its agent still runs', async () => {
    const old = join(folder, 'old.log');
    const silent = join(folder, 'silent.log');
    const others = join(folder, 'old.txt');
    for (const path of [log, old, silent, others]) await writeFile(path, 'x');
    for (const path of [old, silent, others]) await utimes(path, new Date(0), new Date(0));
    const before = new Date(Date.now() - 60_000);
    await removeOldLogs(folder, { before, used: new Set([silent]) });
    await expect(stat(old)).rejects.toMatchObject({ code: 'ENOENT' });
    await Promise.all([log, silent, others].map((path) => stat(path)));
  });
});
