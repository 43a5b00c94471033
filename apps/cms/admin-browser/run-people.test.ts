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
  await page.getByText('Which tone?').waitFor();
  await page.getByRole('button', { name: 'Answer' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Answer' }).click();
  await dialog.getByText('Enter an answer.').waitFor();
  await dialog.getByRole('button', { name: 'Playful' }).click();
  await expectUsable(page, 'run-question');
  await dialog.getByRole('button', { name: 'Answer' }).click();
  await expect.poll(() => page.getByText('Which tone?').count()).toBe(0);
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

test('a person creates a task, cancels it and opens it again, and reads why one is blocked', async () => {
  await rows.addTask('t1', { runId: 'run-1', status: 'blocked', note: 'The picture is missing.' });
  await using page = await openPage('/runs/run-1');
  await page.getByText('The picture is missing.').waitFor();
  await page.getByRole('button', { name: 'New task' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Task').fill('Check the links');
  await dialog.getByRole('button', { name: 'Create task' }).click();
  const column = (name: string) => page.getByRole('region', { name });
  await column('Open').getByText('Check the links', { exact: true }).waitFor();
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
