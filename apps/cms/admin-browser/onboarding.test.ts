import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { TestBrowser, type TestPage } from '@galley/testing';
import { ensureAdminBuilt } from '../../../scripts/admin-build.ts';
import { TestServer } from '../fixtures.ts';
import { typeAtEnd } from './editor.fixtures.ts';
import { expectNarrow, expectUsable } from './fixtures.ts';

vi.setConfig({ testTimeout: 240_000 });

const passphrase = 'three presses and a cat';
let browser: TestBrowser;

beforeAll(async () => {
  await ensureAdminBuilt();
  browser = await TestBrowser.start();
});

afterAll(() => browser[Symbol.asyncDispose]());

async function setUp(server: TestServer): Promise<TestPage> {
  const page = await browser.open(server);
  page.expects(401);
  page.setDefaultTimeout(60_000);
  await page.goto(server.setupLink!);
  await page.getByLabel('User name').fill('ada');
  await page.getByLabel('Password', { exact: true }).fill(passphrase);
  await page.getByLabel('Repeat password').fill(passphrase);
  return page;
}

const steps = (page: TestPage) => page.getByRole('list', { name: 'First steps' });

const step = (page: TestPage, name: string) =>
  steps(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name }) });

async function expectDone(page: TestPage, count: number): Promise<void> {
  await page.getByText(`${count} of 5 done`).waitFor();
}

async function goHome(page: TestPage): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: 'Home', exact: true }).click();
}

test('ADD-ONB-4: the first steps of the example site end with a published page', async () => {
  await using server = await TestServer.start({ example: true, environment: {} });
  await using page = await setUp(server);
  await page.getByRole('checkbox', { name: /^Start with an empty site/ }).waitFor();
  await expectUsable(page, 'setup-choice');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expectDone(page, 0);
  await page.getByText('The site shows an example: 19 unchanged files').waitFor();
  await expectUsable(page, 'checklist');
  await expectNarrow(page);

  await step(page, 'Name your site').getByRole('link', { name: 'Enter a name' }).click();
  await page.getByLabel('Title', { exact: true }).first().fill('Salt and Flame');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved.', { exact: true }).waitFor();
  await goHome(page);
  await expectDone(page, 1);

  await step(page, 'Choose a theme').getByRole('button', { name: 'Keep “default”' }).click();
  await expectDone(page, 2);

  await step(page, 'Publish a page').getByText('Write a document first.').waitFor();
  const first = step(page, 'Write your first document');
  await first.getByRole('button', { name: 'New document' }).click();
  const dialog = page.getByRole('dialog', { name: 'New document' });
  await dialog.getByLabel('Title').fill('Fish soup');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await typeAtEnd(page, 'Begin with the bones.');
  await page.keyboard.press('Control+s');
  await page.getByText('Saved', { exact: true }).first().waitFor();
  await goHome(page);
  await expectDone(page, 3);

  await step(page, 'Invite a person').getByRole('link', { name: 'Invite a person' }).click();
  const person = page.getByRole('dialog');
  await person.getByLabel('User name').fill('wim');
  await person.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await goHome(page);
  await expectDone(page, 4);

  await step(page, 'Publish a page').getByRole('link', { name: 'Open document' }).click();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click();
  await page.getByText('Document published').waitFor();
  await goHome(page);
  await page.getByText('“Fish soup” is online. Your site is ready.').waitFor();
  await expectUsable(page, 'checklist-done');
  const address = await page.getByRole('link', { name: 'View page' }).getAttribute('href');
  expect((await server.visitor().get(address!)).text).toContain('Begin with the bones.');

  await page.getByRole('button', { name: 'Hide' }).click();
  await steps(page).waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('button', { name: 'Show first steps' }).click();
  await steps(page).waitFor();
});

test('ADD-ONB-3: the example is removed when the first person starts with an empty site', async () => {
  await using server = await TestServer.start({ example: true, environment: {} });
  await using page = await setUp(server);
  await page.getByText('Start with an empty site').click();
  await page.getByRole('button', { name: 'Create account' }).click();
  await expectDone(page, 0);
  expect(await page.getByText('The site shows an example').count()).toBe(0);
  const front = await server.visitor().get('/');
  expect([front.status, front.text.includes('The Quoin')]).toEqual([200, false]);
  expect((await server.visitor().get('/posts/morning-edition/')).status).toBe(404);
  await page.getByRole('link', { name: 'Documents', exact: true }).click();
  await page.getByRole('heading', { name: 'Documents', level: 1 }).waitFor();
  await page.getByText('No documents yet').first().waitFor();
});

test('ADD-ONB-5: a lone owner learns that approvals need a second person, and the example goes later', async () => {
  await using server = await TestServer.start({ example: true, environment: {} });
  await using page = await setUp(server);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('button', { name: 'Remove example' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove example' }).click();
  await page.getByText('19 files of the example moved to the trash').waitFor();
  await server.write('content/config/site.yaml', 'editorial: { require_approval: true }\n');
  await expect
    .poll(
      async () => {
        await page.reload();
        await steps(page).waitFor();
        return step(page, 'Publish a page').innerText();
      },
      { timeout: 60_000 },
    )
    .toContain('This site publishes only approved texts');
  await step(page, 'Publish a page').getByRole('link', { name: 'Editorial settings' }).click();
  await page.getByRole('main').getByText('Require approval').first().waitFor();
  await server.addUser({ username: 'rosa', role: 'reviewer' });
  await goHome(page);
  await step(page, 'Publish a page').getByText('Write a document first.').waitFor();
});
