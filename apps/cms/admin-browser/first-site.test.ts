import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { shoot, TestBrowser, type TestPage } from '@galley/testing';
import { ensureAdminBuilt } from '../../../scripts/admin-build.ts';
import { codeBlocks } from '../../../scripts/markdown-code.ts';
import { TestServer } from '../fixtures.ts';
import { typeAtEnd } from './editor.fixtures.ts';

vi.setConfig({ testTimeout: 400_000 });

const guide = join(import.meta.dirname, '../../../docs/guides/first-site.md');
const passphrase = 'three presses and a cat';

let server: TestServer;
let browser: TestBrowser;

beforeAll(async () => {
  await ensureAdminBuilt();
  [browser, server] = await Promise.all([
    TestBrowser.start(),
    TestServer.start({ example: true, environment: {} }),
  ]);
});

afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

const press = (page: TestPage, name: string) =>
  page.getByRole('button', { name, exact: true }).click();

const goToPage = async (page: TestPage, place: string): Promise<void> => {
  await page.getByRole('navigation').getByRole('link', { name: place, exact: true }).click();
  await page.getByRole('heading', { level: 1, name: place }).waitFor();
};

async function readSamples(): Promise<string[]> {
  const blocks = codeBlocks(await readFile(guide, 'utf8'));
  return blocks.filter(({ language }) => language !== 'sh').map(({ text }) => text);
}

const readPublicPage = async (address: string): Promise<string> =>
  (await server.visitor().get(address)).text;

async function createPerson(page: TestPage, username: string, role: string): Promise<string> {
  await press(page, 'New person');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('User name').fill(username);
  if (role !== 'author') {
    await dialog.getByRole('button', { name: /Role/ }).click();
    await page.getByRole('option', { name: role }).click();
  }
  await dialog.getByRole('button', { name: 'Create account' }).click();
  const link = await page.getByLabel('Password link').inputValue();
  await press(page, 'Done');
  return link;
}

async function openPatientPage(): Promise<TestPage> {
  const page = await browser.open(server);
  page.expects(401);
  page.setDefaultTimeout(60_000);
  return page;
}

async function setPasswordAndSignIn(link: string): Promise<TestPage> {
  const page = await openPatientPage();
  await page.goto(link);
  await page.getByLabel('New password').fill(passphrase);
  await page.getByLabel('Repeat password').fill(passphrase);
  await press(page, 'Set password');
  await page.getByText('Your new password is set.').waitFor();
  await page.getByLabel('Password', { exact: true }).fill(passphrase);
  await press(page, 'Sign in');
  await page.getByRole('navigation').first().waitFor();
  return page;
}

test('following the guide to a first site results in a site', async () => {
  const [settings, home] = (await readSamples()) as [string, string];
  await using ada = await openPatientPage();
  await ada.goto(server.setupLink!);
  await ada.getByLabel('User name').fill('ada');
  await ada.getByLabel('Your name').fill('Ada');
  await ada.getByLabel('Password', { exact: true }).fill(passphrase);
  await ada.getByLabel('Repeat password').fill(passphrase);
  await press(ada, 'Create account');
  await ada.getByRole('navigation').first().waitFor();

  await server.write('content/config/site.yaml', settings);
  for (const folder of ['content/posts', 'content/pages/es'])
    await rm(join(server.project, folder), { recursive: true });
  await server.write('content/pages/index.md', home);
  await expect
    .poll(() => readPublicPage('/'), { timeout: 60_000 })
    .toContain('Two people, one stove.');
  await expect
    .poll(() => readPublicPage('/'), { timeout: 60_000 })
    .toContain('<a href="/recipes/"');
  expect(await readPublicPage('/assets/settings.css')).toContain('#8a3b12');

  await goToPage(ada, 'Custom fields');
  await ada.getByRole('link', { name: /^Recipe/ }).click();
  await press(ada, 'Add a field');
  const field = ada.getByRole('dialog', { name: 'New field' });
  await field.getByRole('radio', { name: /^Number/ }).press('Space');
  await field.getByLabel('Label').fill('Minutes');
  await field.getByText('Whole numbers only').click();
  await field.getByText('Show on the page').click();
  await field.getByRole('checkbox', { name: /^Required/ }).press('Space');
  await field.getByRole('button', { name: 'Done' }).click();
  await press(ada, 'Save');
  await ada.getByText('Saved. Documents have these fields now.').waitFor();
  await shoot(ada, 'first-fields');

  await goToPage(ada, 'People');
  const links = {
    wim: await createPerson(ada, 'wim', 'author'),
    rosa: await createPerson(ada, 'rosa', 'reviewer'),
  };
  await goToPage(ada, 'Settings');
  await ada.getByRole('link', { name: /^Editorial/ }).click();
  await ada.getByRole('main').getByText('Require approval').click();
  await press(ada, 'Save');
  await ada.getByText('Saved.', { exact: true }).waitFor();

  {
    await using wim = await setPasswordAndSignIn(links.wim);
    await goToPage(wim, 'Documents');
    await press(wim, 'New document');
    const dialog = wim.getByRole('dialog');
    await dialog.getByLabel('Title').fill('Fish soup');
    await dialog.getByRole('button', { name: /Type/ }).click();
    await wim.getByRole('option', { name: 'Recipes' }).click();
    await dialog.getByRole('button', { name: 'Create' }).click();
    await typeAtEnd(wim, 'Begin with the bones.');
    await wim.getByRole('tab', { name: 'Fields' }).click();
    await wim.getByLabel('Minutes').fill('40');
    await shoot(wim, 'first-write');
    await press(wim, 'Request review');
    await wim.getByRole('dialog').getByRole('button', { name: 'Request', exact: true }).click();
    await wim.getByText('Review requested').waitFor();
    await expect
      .poll(() => wim.getByRole('button', { name: 'Publish', exact: true }).count())
      .toBe(0);
  }
  {
    await using rosa = await setPasswordAndSignIn(links.rosa);
    await goToPage(rosa, 'Review');
    await rosa
      .getByRole('main')
      .getByRole('link', { name: /^Fish soup/ })
      .click();
    await rosa.getByRole('button', { name: /^Approve/ }).click();
    await shoot(rosa, 'first-approve');
    await rosa
      .getByRole('dialog')
      .getByRole('button', { name: /^Approve/ })
      .click();
    await rosa.getByText('Approved.', { exact: true }).waitFor();
  }
  await goToPage(ada, 'Documents');
  await ada.getByRole('link', { name: 'Fish soup' }).first().click();
  await press(ada, 'Publish');
  await ada.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click();
  await ada.getByText('Document published').waitFor();
  await expect
    .poll(() => readPublicPage('/recipes/fish-soup/'), { timeout: 60_000 })
    .toContain('Begin with the bones.');
  expect(await readPublicPage('/recipes/fish-soup/')).toMatch(/<dt>Minutes<\/dt>\s*<dd>40<\/dd>/);
  await server.write('content/config/site.yaml', settings.replace('theme: documentation', ''));
  await expect
    .poll(() => readPublicPage('/recipes/fish-soup/'), { timeout: 60_000 })
    .toContain('<article class="page">');
  expect(await readPublicPage('/recipes/fish-soup/')).toMatch(/<dt>Minutes<\/dt>\s*<dd>40<\/dd>/);
  await expect.poll(() => readPublicPage('/')).toContain('Fish soup');
});
