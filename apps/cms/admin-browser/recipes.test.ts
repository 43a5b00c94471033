import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestBrowser, type TestPage } from '@galley/testing';
import { ensureAdminBuilt } from '../../../scripts/admin-build.ts';
import { TestServer } from '../fixtures.ts';
import { addSession, expectNarrow, expectUsable } from './fixtures.ts';

let server: TestServer;
let browser: TestBrowser;

const weekly = `title: Check the week
description: Looks around once a week.
goal: Look around.
schedule: { cron: "0 6 * * 1", time_zone: Europe/Berlin }
triggers: { changed: { paths: [posts/**] } }
`;

beforeAll(async () => {
  await ensureAdminBuilt();
  const files = { 'runs/weekly.yaml': weekly, 'runs/wrong.yaml': 'title: Wrong\n' };
  [server, browser] = await Promise.all([
    TestServer.start({ example: true, files }),
    TestBrowser.start(),
  ]);
  await server.signedInAs({ username: 'eve', role: 'editor' });
});

afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

async function openPage(path: string): Promise<TestPage> {
  const page = await browser.open(server);
  await addSession(page, server, 'eve');
  await page.goto(`/__admin${path}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}

const runs = () =>
  server.database.db
    .selectFrom('runs')
    .leftJoin('run_recipes', 'run_id', 'id')
    .select(['goal', 'recipe', 'parameters'])
    .orderBy('runs.seq')
    .execute();

test('a person starts a run of a recipe with its parameters', async () => {
  await using page = await openPage('/runs');
  await page.getByRole('button', { name: 'New run' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /Recipe/ }).click();
  await page.getByRole('option', { name: 'Translate a document' }).click();
  await dialog.getByRole('button', { name: 'Start run' }).click();
  await expect.poll(() => dialog.getByText('Enter a value.').count()).toBe(2);
  expect(await runs()).toEqual([]);

  const document = dialog.getByRole('combobox', { name: 'Document' });
  await document.fill('missing');
  await page.getByRole('option', { name: /out of e/ }).click();
  await dialog.getByRole('button', { name: /Language/ }).click();
  await page.getByRole('option', { name: 'es' }).click();
  expect(await dialog.getByText('Enter a value.').count()).toBe(0);
  await expectUsable(page, 'new-run');
  await dialog.getByRole('button', { name: 'Start run' }).click();
  await page.getByText('Run created.').waitFor();
  const parameters = { document: 'posts/the-missing-e.md', language: 'es' };
  expect(await runs()).toMatchObject([{ recipe: 'translate', parameters }]);
});

test('a person starts a run with a goal of their own', async () => {
  await using page = await openPage('/runs');
  await page.getByRole('button', { name: 'New run' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /Recipe/ }).click();
  await page.getByRole('option', { name: 'Your own goal' }).click();
  await dialog.getByRole('button', { name: 'Start run' }).click();
  await dialog.getByText('Enter a goal.').waitFor();
  await dialog.getByRole('textbox', { name: 'Goal' }).fill('Write about ink.');
  await dialog.getByRole('button', { name: 'Start run' }).click();
  await page.getByText('Run created.').waitFor();
  expect((await runs()).at(-1)).toEqual({
    goal: 'Write about ink.',
    recipe: null,
    parameters: null,
  });
});

test('the list shows schedule, next run, last run and cost, and files with mistakes', async () => {
  const { db } = server.database;
  const at = new Date();
  const next_at = new Date(at.getTime() + 3 * 24 * 3_600_000);
  const plan = { workspace_id: 'default', recipe: 'weekly', schedule: '', next_at };
  await db.insertInto('recipe_schedules').values(plan).execute();
  const run = {
    id: 'run-weekly',
    workspace_id: 'default',
    goal: 'Look around.',
    status: 'completed',
  };
  const times = { started_at: at, transitioned_at: at };
  await db
    .insertInto('runs')
    .values({ ...run, ...times })
    .execute();
  const from = { run_id: run.id, workspace_id: 'default', recipe: 'weekly', cause: 'schedule' };
  await db
    .insertInto('run_recipes')
    .values({ ...from, parameters: '{}' })
    .execute();
  const session = { id: 's', run_id: run.id, agent_id: 'chair-1', status: 'ended', started_at: at };
  await db
    .insertInto('agent_sessions')
    .values({ ...session, input_tokens: 12_000, output_tokens: 345, usd: 0.42 })
    .execute();
  const fired = { workspace_id: 'default', recipe: 'weekly', cause: 'schedule', due_at: at };
  await db
    .insertInto('recipe_firings')
    .values({ ...fired, fired_at: at, outcome: 'skipped', run_id: null, detail: 'It is on.' })
    .execute();
  await using page = await openPage('/runs?tab=recipes');
  const row = page.getByRole('listitem').filter({ hasText: 'Check the week' });
  await row.getByText('Schedule 0 6 * * 1 (Europe/Berlin)').waitFor();
  const text = await row.innerText();
  for (const part of [
    'Next run in 3 days',
    'Starts when a document changes',
    'Last run',
    'cost $0.42, 12,345 tokens',
    'skipped, because the previous run was still in progress',
  ])
    expect(text).toContain(part);
  await page.getByText('runs/wrong.yaml can’t be used').waitFor();
  await page.getByText('Goal is required').waitFor();
  await expectUsable(page, 'recipes');
  await expectNarrow(page);
  await row.getByRole('button', { name: 'Start…' }).click();
  await page.getByRole('dialog').getByText('Looks around once a week.').waitFor();
});
