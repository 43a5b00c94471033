import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestBrowser, type TestPage } from '@galley/testing';
import type { TestServer } from '../fixtures.ts';
import { AdminClient, EditorClient } from '../people.fixtures.ts';
import { addSession, startWithAdmin } from './fixtures.ts';

let browser: TestBrowser;
let server: TestServer;
let desk: EditorClient;

const recipe = (title: string) => `---\ntitle: ${title}\nworkflow: draft\n---\nText.\n`;

beforeAll(async () => {
  browser = await TestBrowser.start();
  server = await startWithAdmin({
    files: {
      'content/config/site.yaml':
        'content: { types: { page: {}, recipe: { folder: recipes, label: Recipes } } }\n',
      'content/config/custom-fields.yaml':
        'types:\n  recipe: [{ name: minutes, label: Minutes, type: number, required: true }]\n',
      'content/recipes/soup.md': recipe('Soup'),
      'content/recipes/stew.md': recipe('Stew'),
      'content/pages/about.md': recipe('About'),
    },
  });
  desk = new EditorClient(await server.signedIn());
  for (const name of ['soup', 'stew'])
    await new AdminClient(desk.client).postJson('/documents/editorial', {
      source_path: `recipes/${name}.md`,
      action: 'assign',
      assignee: 'author',
    });
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await browser[Symbol.asyncDispose]();
});

async function open(search: string): Promise<TestPage> {
  const page = await browser.open(server);
  await addSession(page, server, 'editor');
  page.expects(422);
  await page.goto(`/__admin/documents${search}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}

async function statusOf(name: string): Promise<unknown> {
  return (await desk.detail(`recipes/${name}.md`))['status'];
}

test('ADD-ONB-6: the list and selected documents name the missing field of a review', async () => {
  await using page = await open('?type=recipe');
  await page.getByRole('checkbox', { name: 'Select Soup' }).click();
  await page.getByRole('checkbox', { name: 'Select Stew' }).click();
  await page.getByRole('button', { name: 'Change status' }).click();
  await page.getByRole('menuitem', { name: 'In review' }).click();
  const report = page.getByRole('dialog', { name: '2 documents not changed' });
  await report.getByText('Minutes is required').first().waitFor();
  await report.getByRole('button', { name: 'Close' }).first().click();
  expect(await statusOf('soup')).toBe('draft');
});

test('ADD-ONB-6: the board names the missing field, too', async () => {
  await using page = await open('?view=board');
  await page.getByRole('button', { name: 'More actions for Soup' }).click();
  await page.getByRole('menuitem', { name: 'Change to: In review' }).click();
  await page.getByText('It cannot be reviewed yet: Minutes is required.').waitFor();
  expect(await statusOf('soup')).toBe('draft');
});

test('documents are filtered by the name of their type', async () => {
  await using page = await open('');
  await page.getByRole('gridcell', { name: 'Recipes', exact: true }).first().waitFor();
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('button', { name: /^All Type|Type/ }).click();
  await page.getByRole('option', { name: 'Recipes' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Remove filter Type: Recipes' }).waitFor();
  await page.getByText('2 documents').waitFor();
});

test('the assignee of several documents is removed', async () => {
  await using page = await open('?type=recipe');
  await page.getByRole('checkbox', { name: 'Select Soup' }).click();
  await page.getByRole('checkbox', { name: 'Select Stew' }).click();
  await page.getByRole('button', { name: /^Assign/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Assign 2 documents' });
  await dialog.getByText('Remove the assignee').click();
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click();
  await page.getByText('2 documents assigned').waitFor();
  const { editorial } = await desk.detail('recipes/soup.md');
  expect(editorial).toMatchObject({ assignee: null });
});
