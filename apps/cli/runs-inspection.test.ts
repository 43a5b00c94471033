import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { TestDatabase } from '@galley/testing';
import { GalleyProcess, openTestDatabase, Site } from './fixtures.ts';
import { runHere } from './run-here.fixtures.ts';

let database: TestDatabase;
let site: Site;
let run: string;

beforeEach(async () => {
  database = await openTestDatabase();
  site = await Site.create({ 'galley.yaml': 'coordinator: { enforcement: enforced }\n' });
  const { stdout } = await galley('run', '--headless', '--goal', 'Mend all links', '--json');
  run = (JSON.parse(stdout) as { run_id: string }).run_id;
});
afterEach(async () => {
  await site[Symbol.asyncDispose]();
  await database.close();
});

function galley(...args: string[]) {
  return runHere(args, { cwd: site.directory, variables: { DATABASE_URL: database.url } });
}

async function addSession(id: string, agent: string, minute: number): Promise<void> {
  const at = new Date(Date.UTC(2026, 0, 1, 12, minute));
  const row = { id, run_id: run, agent_id: agent, status: 'running', started_at: at };
  await database.db.insertInto('agent_sessions').values(row).execute();
}

interface TestEvent {
  readonly kind: string;
  readonly payload: object;
}

async function say(id: string, ...events: readonly TestEvent[]): Promise<void> {
  const { event_count: before } = await database.db
    .selectFrom('agent_sessions')
    .select('event_count')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const at = new Date('2026-01-01T12:34:56Z');
  const rows = events.map(({ kind, payload }, index) => ({
    session_id: id,
    seq: before + index + 1,
    kind,
    payload: JSON.stringify(payload),
    at,
  }));
  await database.db.insertInto('session_events').values(rows).execute();
  await database.db
    .updateTable('agent_sessions')
    .set({ event_count: before + events.length })
    .where('id', '=', id)
    .execute();
}

const message = (text: string): TestEvent => ({ kind: 'message', payload: { text } });
const usage = { model: 'large', inputTokens: 1_200, outputTokens: 34, usd: 0.05 };

async function addTurns(): Promise<void> {
  await addSession('s1', 'implementer-1', 0);
  await addSession('s2', 'reviewer-1', 5);
  await say(
    's1',
    { kind: 'prompt', payload: { text: 'You are implementer-1.\nMend.' } },
    message('First\u001b[31m the links.\nThen the rest.'),
    {
      kind: 'tool_call',
      payload: { id: '1', tool: 'task_get', input: { id: 't1', note: 'x'.repeat(500) } },
    },
    { kind: 'tool_result', payload: { id: '1', text: 'no such task', isError: true } },
    { kind: 'usage', payload: { usage } },
  );
  await say('s2', { kind: 'error', payload: { code: 'sign_in', text: 'Please log in.' } });
  const spent = { model: 'large', input_tokens: 1_200, output_tokens: 34, usd: 0.05 };
  const { db } = database;
  await db.updateTable('agent_sessions').set(spent).where('id', '=', 's1').execute();
  const failed = { failure: 'sign_in' };
  await db.updateTable('agent_sessions').set(failed).where('id', '=', 's2').execute();
  await database.db
    .updateTable('agent_sessions')
    .set({ status: 'ended', ended_at: new Date('2026-01-01T12:01:30Z'), end_reason: 'exit code 1' })
    .where('id', '=', 's1')
    .execute();
}

async function addCheckedProposal(): Promise<void> {
  const { db } = database;
  const at = new Date('2026-01-01T12:00:00Z');
  const about = { workspace_id: 'default', run_id: run, task_id: null, title: 'Mend links' };
  await db
    .insertInto('proposals')
    .values({
      ...about,
      id: 'p1',
      body: '',
      risk: 'low',
      status: 'in_review',
      proposed_by: 'implementer-1',
      created_at: at,
      updated_at: at,
    })
    .execute();
  const key = { proposal_id: 'p1', patch_sha256: 'a'.repeat(64) };
  await db
    .insertInto('proposal_patches')
    .values({
      proposal_id: 'p1',
      sha256: key.patch_sha256,
      base_revision: 'b'.repeat(40),
      patch: '',
      attached_by: 'implementer-1',
      attached_at: at,
    })
    .execute();
  await db
    .insertInto('proposal_check_runs')
    .values({ ...key, attempts: 1, claimed_at: at, finished_at: at, returned_at: null })
    .execute();
  await db
    .insertInto('proposal_checks')
    .values([
      { ...key, name: 'links', outcome: 'fail', detail: 'gone', at },
      { ...key, name: 'schema', outcome: 'pass', detail: '', at },
    ])
    .execute();
  await db
    .insertInto('proposal_pull_requests')
    .values({
      proposal_id: 'p1',
      workspace_id: 'default',
      remote: 'github https://api.github.com owner/name',
      branch: 'galley/run/p1',
      commits: [],
      number: 7,
      url: 'https://github.com/owner/name/pull/7',
      state: 'open',
      problem: 'The token is not accepted.',
      attempts: 1,
      next_at: at,
      updated_at: at,
    })
    .execute();
}

describe('GAP-CLI-1: galley runs', () => {
  test('lists runs, and shows one with its turns, tokens and cost', async () => {
    await addTurns();
    await addCheckedProposal();
    const list = await galley('runs', 'list');
    expect(list).toMatchObject({ code: 0, stderr: '' });
    expect(list.stdout).toMatch(
      new RegExp(`^${run}  \\S+Z  active \\(\\w+\\)  2 turns, \\$0.0500  Mend all links\n$`),
    );
    expect(JSON.parse((await galley('runs', 'list', '--json')).stdout)).toMatchObject([
      { id: run, status: 'active', goal: 'Mend all links' },
    ]);
    const { stdout } = await galley('runs', 'show', run);
    expect(stdout).toMatch(
      /used: turns 2, minutes [\d.]+, tokens 1234, cost \$0\.0500 \(no cost reported by 1 of 2 turns\)\n/,
    );
    expect(stdout).toMatch(
      / {2}s1 {2}\S+ {2}implementer-1 {2}exit code 1 {2}90s {2}1234 tokens {2}\$0\.0500\n/,
    );
    expect(stdout).toContain(
      '  proposal p1  in_review  checks failed (links)  Mend links\n' +
        '    pull request open  https://github.com/owner/name/pull/7  The token is not accepted.\n',
    );
    expect(stdout).toMatch(/ {2}s2 {2}\S+ {2}reviewer-1 {2}running \(sign_in\) {2}0 tokens\n/);
    expect(JSON.parse((await galley('runs', 'show', run, '--json')).stdout)).toMatchObject({
      run: { id: run },
      turns: [
        { id: 's1', usd: 0.05 },
        { id: 's2', failure: 'sign_in' },
      ],
      proposals: [{ id: 'p1', checks: [{ name: 'links' }, { name: 'schema', outcome: 'pass' }] }],
    });
  });

  test('sets the budget of a run and of an agent in it', async () => {
    await addTurns();
    const low = await galley('runs', 'budget', run, '--budget', 'turns=2');
    expect(low.code).toBe(1);
    expect(low.stderr).toContain('must be above what is already used: 2 of 2 turns');
    const set = await galley('runs', 'budget', run, '--budget', 'turns=3,usd=1.5');
    expect(set).toMatchObject({ code: 0, stdout: `The run ${run} is active.\n` });
    const agent = ['--agent', 'implementer-1', '--budget', 'tokens=5000', '--json'];
    expect(JSON.parse((await galley('runs', 'budget', run, ...agent)).stdout)).toEqual({
      run_id: run,
      state: 'active',
    });
    const { stdout } = await galley('runs', 'show', run);
    expect(stdout).toMatch(/used: turns 2 of 3, .* cost \$0\.0500 of \$1\.50 /);
    expect(stdout).toMatch(/used by implementer-1: turns 1, .* tokens 1234 of 5000, /);
  });

  test('prints what agents said: messages whole, the rest in a line, without control characters', async () => {
    await addTurns();
    const { code, stdout, stderr } = await galley('runs', 'logs');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.split('\n')).toEqual([
      '12:34:56 implementer-1 prompt: You are implementer-1. Mend.',
      '12:34:56 implementer-1 First[31m the links.',
      '    Then the rest.',
      expect.stringMatching(/^12:34:56 implementer-1 → task_get \{"id":"t1","note":"x{170,180}…$/),
      '12:34:56 implementer-1 ✗ no such task',
      '12:34:56 implementer-1 usage: 1200 tokens in, 34 tokens out, $0.0500, large',
      '12:34:56 reviewer-1 error (sign_in): Please log in.',
      '',
    ]);
    const json = await galley('runs', 'logs', run, '--agent', 'reviewer-1', '--json');
    expect(
      json.stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    ).toEqual([
      {
        run_id: run,
        agent_id: 'reviewer-1',
        session_id: 's2',
        seq: '1',
        kind: 'error',
        payload: { code: 'sign_in', text: 'Please log in.' },
        at: '2026-01-01T12:34:56.000Z',
      },
    ]);
    expect((await galley('runs', 'logs', '--session', 's2')).stdout).toMatch(
      /^12:34:56 reviewer-1/,
    );
  });

  test('follows a run until it ends', async () => {
    await addSession('s1', 'implementer-1', 0);
    await say('s1', message('One.'));
    const variables = { DATABASE_URL: database.url };
    const args = ['runs', 'logs', '-f', '--project', site.directory];
    const following = new GalleyProcess(args, { variables });
    await vi.waitUntil(() => following.stdout.includes('One.'), { timeout: 30_000 });
    await addSession('s2', 'reviewer-1', 1);
    await say('s2', message('Two.'));
    await vi.waitUntil(() => following.stdout.includes('Two.'), { timeout: 30_000 });
    expect((await galley('runs', 'stop', run, '--reason', 'Enough')).stdout).toBe(
      `The run ${run} is stopped.\n`,
    );
    await say('s1', message('Three.'));
    await database.db.updateTable('agent_sessions').set({ status: 'ended' }).execute();
    expect(await following.ended).toBe(0);
    expect(following.stdout.match(/\w+\.$/gm)).toEqual(['One.', 'Two.', 'Three.']);
  });

  test('stops the given run, even if it is not the newest, and records it in the audit log', async () => {
    const at = new Date(Date.now() + 60_000);
    const newer = { id: 'run-newer', workspace_id: 'default', goal: '', status: 'active' };
    await database.db
      .insertInto('runs')
      .values({ ...newer, started_at: at, transitioned_at: at })
      .execute();
    const { code, stdout } = await galley('runs', 'stop', run, '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({ run_id: run, state: 'stopped' });
    const entry = await database.db
      .selectFrom('audit_entries')
      .select(['action', 'target', 'actor'])
      .orderBy('id', 'desc')
      .executeTakeFirst();
    expect(entry).toEqual({ action: 'run.stop', target: run, actor: 'galley' });
    const again = await galley('runs', 'stop', run);
    expect(again).toMatchObject({ code: 1, stdout: '' });
    expect(again.stderr).toContain('cannot stop');
  });

  test('explains wrong usage, and that a run does not exist', async () => {
    for (const [args, code, message] of [
      [['show', 'nothing'], 1, 'Run "nothing" not found'],
      [['stop', 'nothing'], 1, 'Run "nothing" not found'],
      [['logs', 'nothing'], 1, 'Run "nothing" not found'],
      [['logs', '--session', 'nothing'], 1, 'Session "nothing" not found'],
      [['list', '-n', '0'], 2, '--lines takes a whole number'],
      [['show'], 2, ''],
      [[], 2, 'choose a command'],
    ] as const) {
      const failed = await galley('runs', ...args);
      expect({ args, ...failed }).toMatchObject({ args, code, stdout: '' });
      expect(failed.stderr).toContain(message);
    }
  });
});

test('ADD-RUN-11: `galley runs stop-turn` stops the turn of a session, and `show` tells what the run waits for', async () => {
  const { db } = database;
  const payload = JSON.stringify({ agent_id: 'ada', reason: 'Mend the ink.' });
  const row = { run_id: run, type: 'agent.turn_requested', payload, at: new Date() };
  const { id } = await db
    .insertInto('run_events')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow();
  await addSession('s9', 'ada', 0);
  const turn = { request_event_id: id };
  await db.updateTable('agent_sessions').set(turn).where('id', '=', 's9').execute();
  const now = new Date();
  const task = {
    run_id: run,
    description: '',
    created_by: 'olga',
    created_at: now,
    updated_at: now,
  };
  await db
    .insertInto('tasks')
    .values([
      { ...task, id: 'ink', title: 'Mend the ink', status: 'in_progress', workspace_id: 'default' },
      {
        ...task,
        id: 'pen',
        title: 'Write',
        status: 'open',
        workspace_id: 'default',
        depends_on: ['ink'],
      },
    ])
    .execute();
  const shown = await galley('runs', 'show', run);
  expect(shown.stdout).toContain('ada is working on “Mend the ink.”.');
  expect(shown.stdout).toContain('“Write” waits for “Mend the ink” (in_progress)');
  const { stdout } = await galley('runs', 'stop-turn', 's9', '--reason', 'Wrong.', '--json');
  expect(JSON.parse(stdout)).toEqual({ turn: String(id), run_id: run, agent_id: 'ada' });
  const again = await galley('runs', 'stop-turn', 's9');
  expect(again.code).toBe(1);
  expect(again.stderr).toContain('already expired');
  const { actor } = await db
    .selectFrom('audit_entries')
    .select('actor')
    .where('action', '=', 'turn.stop')
    .executeTakeFirstOrThrow();
  expect(actor).toBe('galley');
});
