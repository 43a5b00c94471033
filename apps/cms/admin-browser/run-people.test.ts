import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestBrowser, type TestPage } from '@galley/testing';
import { ensureAdminBuilt } from '../../../scripts/admin-build.ts';
import { AgentNewsroom } from '../agents/fixtures.ts';
import { WorkRows } from '../runs/fixtures.ts';
import { addSession, expectNarrow, expectUsable } from './fixtures.ts';

let newsroom: AgentNewsroom;
let browser: TestBrowser;
let rows: WorkRows;

beforeAll(async () => {
  await ensureAdminBuilt();
  [newsroom, browser] = await Promise.all([AgentNewsroom.open('.', 'press'), TestBrowser.start()]);
  rows = new WorkRows(newsroom.server.database.db, 'press');
});

afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await newsroom[Symbol.asyncDispose]();
});

async function openPage(path: string): Promise<TestPage> {
  const page = await browser.open(newsroom.server);
  await addSession(page, newsroom.server, 'eve');
  await page.goto(`/__admin${path}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}

test('a person answers the question of an agent, whose next turn has the answer', async () => {
  await rows.addQuestion('q1', { text: 'Which tone?', choices: ['Plain', 'Playful'] });
  await using page = await openPage('/runs');
  await page.getByText('Which tone?', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Answer' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Answer' }).click();
  await dialog.getByText('Enter an answer.').waitFor();
  await dialog.getByRole('button', { name: 'Playful' }).click();
  await expectUsable(page, 'run-question');
  await dialog.getByRole('button', { name: 'Answer' }).click();
  await page.getByText('eve answered: Playful').waitFor();
  await page.goto('/__admin/runs/run-1');
  await page.getByText('eve answered: Playful').waitFor();
  const requested = await newsroom.server.database.db
    .selectFrom('run_events')
    .select('payload')
    .where('type', '=', 'agent.turn_requested')
    .execute();
  expect(requested.at(-1)!.payload).toMatchObject({
    agent_id: 'ada',
    reason: 'eve answered your question "Which tone?": Playful',
  });
});

test('ADD-RUN-4: a person raises the budget of a run, which continues', async () => {
  const { db } = newsroom.server.database;
  const now = new Date();
  const paused = {
    id: 'run-spent',
    status: 'paused-intake',
    reason: 'budget_reached',
    goal: 'Mend',
  };
  const detail = 'The run has used 1 of 1 turns. Raise the budget to continue.';
  // The newest run stays the one of the other tests.
  const times = { started_at: new Date(0), transitioned_at: now, reason_detail: detail };
  const budget = JSON.stringify({ turns: 1, usd: 5 });
  await db
    .insertInto('runs')
    .values({ ...paused, ...times, workspace_id: 'press', budget })
    .execute();
  const session = { id: 'spent', run_id: 'run-spent', agent_id: 'ada', status: 'ended' };
  await db
    .insertInto('agent_sessions')
    .values({ ...session, started_at: now, ended_at: now, usd: 0.25 })
    .execute();
  await using page = await openPage('/runs/run-spent');
  page.expects(409);
  await page.getByText(detail).waitFor();
  await page.getByText('1 of 1', { exact: true }).waitFor();
  await expectUsable(page, 'run-budget');
  await page.getByRole('button', { name: 'Raise budget' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Turns').fill('none');
  await dialog.getByRole('button', { name: 'Save budget' }).click();
  await dialog.getByText('Enter a number above 0').waitFor();
  await dialog.getByLabel('Turns').fill('1');
  await dialog.getByRole('button', { name: 'Save budget' }).click();
  await dialog.getByText('must be above what is already used').waitFor();
  await expectUsable(page, 'run-budget-dialog');
  await dialog.getByLabel('Turns').fill('5');
  await dialog.getByRole('button', { name: 'Save budget' }).click();
  await page.getByText('1 of 5', { exact: true }).waitFor();
  const run = db.selectFrom('runs').select(['status', 'budget']).where('id', '=', 'run-spent');
  expect(await run.executeTakeFirst()).toEqual({
    status: 'active',
    budget: { turns: 5, usd: 5 },
  });
});

test('a person creates a task, cancels it and opens it again, and reads why one is blocked', async () => {
  await rows.addTask('t1', { runId: 'run-1', status: 'blocked', note: 'The picture is missing.' });
  await using page = await openPage('/runs/run-1');
  await page.getByText('The picture is missing.').waitFor();
  await page.getByRole('button', { name: 'New task' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Task' }).fill('Check the links');
  await dialog.getByText('Task t1').click();
  await dialog.getByLabel('Paths').fill('content/posts/**');
  await dialog.getByRole('button', { name: 'Create task' }).click();
  const column = (name: string) => page.getByRole('region', { name });
  await column('Open').getByText('Check the links', { exact: true }).waitFor();
  await column('Open').getByText('Waits for “Task t1”').waitFor();
  await column('Open').getByText('Paths: content/posts/**').waitFor();
  await expectUsable(page, 'run-tasks');
  const choose = async (action: string) => {
    await page.getByRole('button', { name: 'Actions for “Check the links”' }).click();
    await page.getByRole('menuitem', { name: action }).click();
  };
  await choose('Cancel task');
  await column('Done').getByText('Check the links', { exact: true }).waitFor();
  await choose('Open again');
  await column('Open').getByText('Check the links', { exact: true }).waitFor();
  await expectNarrow(page);
});

async function rowOf(task: string) {
  return newsroom.server.database.db
    .selectFrom('tasks')
    .select(['status', 'assigned_agent_id', 'taken_over_by', 'note', 'title'])
    .where('id', '=', task)
    .executeTakeFirstOrThrow();
}

test('ADD-RUN-13: a person moves tasks by mouse and keyboard, edits, assigns and takes them over', async () => {
  await rows.addTask('t2', { runId: 'run-1' });
  await using page = await openPage('/runs/run-1');
  const card = page.getByRole('listitem').filter({ hasText: 'Task t2' });
  const column = (name: string) => page.getByRole('region', { name });
  const choose = async (action: string) => {
    await page.getByRole('button', { name: 'Actions for “Task t2”' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: action }).waitFor();
    await page.getByRole('menuitem', { name: action }).press('Enter');
  };
  await card.dragTo(column('Blocked'));
  await page.getByLabel('Reason').fill('The ink is missing.');
  await expectUsable(page, 'task-block');
  await page.getByRole('button', { name: 'Block', exact: true }).click();
  await column('Blocked').getByText('The ink is missing.').waitFor();
  await choose('Assign…');
  await page.getByRole('dialog').getByRole('button', { name: /Agent/ }).click();
  await page.getByRole('option', { name: 'ada' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Assign' }).click();
  await column('In progress').getByText('Task t2', { exact: true }).waitFor();
  expect(await rowOf('t2')).toMatchObject({ status: 'in_progress', assigned_agent_id: 'ada' });
  await choose('Take over');
  await column('In progress').getByText('eve (person)').waitFor();
  await expectUsable(page, 'run-board');
  expect(await rowOf('t2')).toMatchObject({ assigned_agent_id: null, taken_over_by: 'eve' });
  await choose('Edit…');
  await page.getByRole('dialog').getByRole('textbox', { name: 'Task' }).fill('Task t2, shorter');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Task t2, shorter', { exact: true }).waitFor();
  await page.getByText('Task t2, shorter', { exact: true }).dragTo(column('Done'));
  await column('Done').getByText('Task t2, shorter', { exact: true }).waitFor();
  expect(await rowOf('t2')).toMatchObject({ status: 'completed', title: 'Task t2, shorter' });
  await expectNarrow(page);
});

test('ADD-RUN-12: a person sends an agent a message and reads the reply and the deliberations', async () => {
  await rows.addDeliberation('d1', { runId: 'run-1' });
  const post = { id: 'post-1', deliberation_id: 'd1', agent_id: 'ada', body: 'Lead is heavy.' };
  const { db } = newsroom.server.database;
  await db
    .insertInto('deliberation_posts')
    .values({ ...post, posted_at: rows.at })
    .execute();
  await using page = await openPage('/runs/run-1');
  const panel = page.locator('section').filter({ hasText: 'Messages to agents' });
  await panel.getByRole('button', { name: 'Send' }).click();
  await panel.getByText('Choose an agent.').waitFor();
  await panel.getByRole('button', { name: /To/ }).click();
  await page.getByRole('option', { name: 'ada' }).click();
  await panel.getByLabel('Message').fill('Begin with the pen.');
  await panel.getByRole('button', { name: 'Send' }).click();
  await panel.getByText('eve to ada').waitFor();
  await panel.getByText('No reply yet.').waitFor();
  const { id } = await db
    .selectFrom('run_events')
    .select('id')
    .where('type', '=', 'agent.turn_requested')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const events = [{ kind: 'message', text: 'I did.' }] as const;
  await rows.addSession('s-reply', { agent: 'ada', turn: id, events, status: 'ended' });
  await page.reload();
  await panel.getByText('I did.').waitFor();
  await page.getByRole('button', { name: 'Ink or lead' }).click();
  await page.getByText('Lead is heavy.').waitFor();
  await expectUsable(page, 'run-conversation');
});

test('ADD-RUN-11: a person stops one turn, whose task is blocked with the reason', async () => {
  const { db } = newsroom.server.database;
  await rows.addTask('t3', { runId: 'run-1', agent: 'ada', status: 'in_progress' });
  const payload = JSON.stringify({ agent_id: 'ada', reason: 'task t3' });
  const { id: turn } = await db
    .insertInto('run_events')
    .values({ run_id: 'run-1', type: 'agent.turn_requested', payload, at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow();
  await rows.addSession('s-stop', { agent: 'ada', turn });
  await using page = await openPage('/runs/run-1');
  await page.getByText('ada is working on the task “Task t3”.').waitFor();
  await page.goto('/__admin/runs/run-1/turns/s-stop');
  await page.getByRole('button', { name: 'Stop turn' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Stop this turn of ada?' });
  await dialog.getByLabel('Reason').fill('Wrong page.');
  await expectUsable(page, 'turn-stop');
  await dialog.getByRole('button', { name: 'Stop turn' }).click();
  await page.getByText('Turn stopped.').waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Stop turn' }).count()).toBe(0);
  expect(await rowOf('t3')).toMatchObject({
    status: 'blocked',
    note: 'stopped by eve: Wrong page.',
    assigned_agent_id: null,
  });
  await page.goto('/__admin/runs');
  await page.getByRole('region', { name: 'Blocked' }).getByText('stopped by eve').waitFor();
});

test('ADD-RUN-12: a person finds a note of an agent and deletes it', async () => {
  const { db } = newsroom.server.database;
  const of = { workspace_id: 'press', run_id: 'run-1', recorded_at: rows.at };
  await db
    .insertInto('memories')
    .values([
      { ...of, id: 'm1', agent_id: 'ada', topic: 'Ink', body: 'Ink is white.' },
      { ...of, id: 'm2', agent_id: 'bo', topic: 'Paper', body: 'Paper is thin.' },
    ])
    .execute();
  await using page = await openPage('/runs?tab=memories');
  await page.getByText('Paper is thin.').waitFor();
  await page.getByLabel('Search notes').fill('white');
  await expect.poll(() => page.getByText('Paper is thin.').count()).toBe(0);
  await expectUsable(page, 'memories');
  await page.getByRole('button', { name: /^Delete/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Note deleted.').waitFor();
  await page.getByText('No notes match').waitFor();
  await page.getByLabel('Search notes').fill('');
  await page.getByText('Paper is thin.').waitFor();
  await page.getByRole('button', { name: /All agents/ }).click();
  await page.getByRole('option', { name: 'ada' }).click();
  await page.getByText('No notes match').waitFor();
  await expectNarrow(page);
});

test('ADD-RUN-14: questions, proposals and stuck runs wait with the reviews, and are counted in the navigation', async () => {
  const { db } = newsroom.server.database;
  await db.deleteFrom('questions').execute();
  await rows.addQuestion('q-inbox', { text: 'Which paper?' });
  const id = await newsroom.propose(await newsroom.diff('notes.txt', (text) => `${text}More.\n`));
  await db.updateTable('proposals').set({ status: 'in_review' }).where('id', '=', id).execute();
  await rows.addRun('run-stuck', { status: 'paused-intake', goal: 'Bind the book', minute: -9 });
  const stuck = { reason: 'agent_failed', reason_detail: 'ada is not signed in.' };
  await db.updateTable('runs').set(stuck).where('id', '=', 'run-stuck').execute();
  await rows.addRun('run-paused', { status: 'paused-intake', goal: 'By hand', minute: -8 });
  await using page = await openPage('/review');
  for (const text of ['Which paper?', 'Mend it', 'Bind the book', 'ada is not signed in.'])
    await page.getByText(text, { exact: true }).waitFor();
  expect(await page.getByText('By hand').count()).toBe(0);
  const runs = page.getByRole('link', { name: /^Run: / });
  await expect.poll(() => runs.count()).toBe(2);
  expect(await runs.first().getAttribute('href')).toMatch(/\/runs\/run-\w+$/);
  await page.getByRole('link', { name: 'Review , 3 waiting for you' }).waitFor();
  await page.getByRole('link', { name: 'Runs , 3 waiting for you' }).waitFor();
  await expectUsable(page, 'inbox');
  await page.goto('/__admin/');
  await page.getByRole('link', { name: /Which paper\?/ }).waitFor();
  await page.getByText('Bind the book', { exact: true }).waitFor();
  await expectUsable(page, 'home-agents');
  await page.getByRole('link', { name: /Which paper\?/ }).click();
  await page.getByRole('button', { name: 'Answer' }).waitFor();

  await newsroom.server.addUser({ username: 'anna', role: 'author' });
  await using others = await browser.open(newsroom.server);
  await addSession(others, newsroom.server, 'anna');
  await others.goto('/__admin/review');
  await others.getByRole('heading', { level: 1 }).waitFor();
  expect(await others.getByText('Which paper?').count()).toBe(0);
});
