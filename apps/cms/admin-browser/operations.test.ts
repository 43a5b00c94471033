import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { TestBrowser, type TestPage } from '@galley/testing';
import type { Client, TestServer } from '../fixtures.ts';
import { expectUsable, signedIn, startWithAdmin } from './fixtures.ts';

const hostile = '<img src=x onerror="window.broken = true"><script>window.broken = true</script>';

// Axe checks whole pages repeatedly.
vi.setConfig({ testTimeout: 120_000 });

let server: TestServer;
let browser: TestBrowser;
let ada: Client;

beforeAll(async () => {
  browser = await TestBrowser.start();
  server = await startWithAdmin({
    files: {
      'content/posts/ink.md': '---\ntitle: Ink\nstatus: published\n---\nBlack.\n',
      'content/posts/lost.md': `---\ntitle: Lost\nstatus: published\n---\n[away](/nowhere/) ${hostile}\n`,
    },
  });
  ada = await server.signedIn();
});

afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

async function opened(path: string, locale = 'en-GB'): Promise<TestPage> {
  const page = await browser.open(server, { locale });
  page.setDefaultTimeout(30_000);
  await signedIn(page, server, 'ada');
  await page.goto(`/__admin/operations${path}`);
  return page;
}

test('health says in words how the server fares, in both languages', async () => {
  await using page = await opened('');
  await page.getByText('Everything is well').waitFor();
  await page.getByRole('row', { name: /Database Works/ }).waitFor();
  await page.getByRole('row', { name: /Content folder Works/ }).waitFor();
  await page.getByText(/in use, .* taken from the machine/).waitFor();
  await expect.poll(() => page.getByLabel('Follow the log').inputValue()).toBe('galley logs -f');
  await expectUsable(page, 'operations-health');
  await using german = await opened('', 'de-DE');
  await german.getByText('Alles in Ordnung').waitFor();
  await german.getByRole('row', { name: /Datenbank In Ordnung/ }).waitFor();
  // Simulates a proxy whose server is down: stale results must not look current.
  german.expects(502);
  await german.clock.install();
  await german.reload();
  await german.getByText('Alles in Ordnung').waitFor();
  await german.route('**/*', (route) => route.fulfill({ status: 502, body: 'Bad gateway' }));
  await german.clock.fastForward(11_000);
  await german.getByText('Der Server antwortet nicht').waitFor();
  await german.getByText('Alles in Ordnung').waitFor({ state: 'detached' });
});

test('a rebuild is followed until it is done, and its log can be read', async () => {
  await using page = await opened('/builds');
  await page.getByRole('button', { name: 'Rebuild everything' }).click();
  const row = page.getByRole('row', { name: /Done asked for by ada Everything/ });
  await row.waitFor();
  await page.getByText('Up to date', { exact: true }).waitFor();
  await expectUsable(page, 'operations-builds');
  await row.getByRole('button', { name: /^Show the build of/ }).click();
  await page.waitForURL(/build=/);
  const sheet = page.getByRole('dialog', { name: 'Build' });
  await sheet.getByText(/no public page at \/nowhere\//).waitFor();
  await expectUsable(page, 'operations-build');
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  await page.goBack();
  await sheet.getByText(/no public page at \/nowhere\//).waitFor();
  // Opens the address directly, as from a shared link.
  await page.reload();
  await sheet.getByText(/no public page at \/nowhere\//).waitFor();
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  await page.waitForURL(/builds$/);
  expect(await page.evaluate('window.broken')).toBeUndefined();
});

test('a backup is made, verified and downloaded, and brings back what was changed since', async () => {
  const ink = join(server.project, 'content/posts/ink.md');
  const before = await readFile(ink, 'utf8');
  await using page = await opened('/backups');
  await page.getByText('There is no backup yet').waitFor();
  await expectUsable(page, 'operations-backups-empty');
  await page.getByRole('button', { name: 'Make a backup' }).click();
  const form = page.getByRole('dialog', { name: 'Make a backup' });
  await form.getByRole('textbox', { name: 'Name' }).fill('nightly');
  await form
    .getByText(/^With the database/)
    .first()
    .click();
  await expectUsable(page, 'operations-new-backup');
  await form.getByRole('button', { name: 'Make a backup' }).click();
  await form.waitFor({ state: 'detached' });
  const row = page.getByRole('row', { name: /^nightly nightly-.* content and database/ });
  const menu = row.getByRole('button', { name: /^What to do with nightly-/ });
  await menu.click();
  await page.getByRole('menuitem', { name: 'Verify' }).click();
  await row.getByText(/^Sound: \d+ files compared/).waitFor();
  await menu.click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Download' }).click();
  expect((await downloading).suggestedFilename()).toMatch(/^nightly-.*\.zip$/);

  await writeFile(ink, before.replace('Black.', 'Red.'));
  const text = async (): Promise<string> =>
    (await ada.get('/__admin/api/document?path=posts/ink.md')).text;
  await expect.poll(text, { timeout: 30_000 }).toContain('Red.');
  await menu.click();
  await page.getByRole('menuitem', { name: 'Restore…' }).click();
  const question = page.getByRole('alertdialog', { name: 'Restore “nightly”?' });
  await expectUsable(page, 'operations-restore');
  await question.getByRole('textbox').fill('night');
  expect(
    await question.getByRole('button', { name: /^Restore/ }).getAttribute('aria-disabled'),
  ).toBe('true');
  await question.getByRole('textbox').fill('nightly');
  await question.getByRole('button', { name: 'Restore' }).click();
  await page.getByText('“nightly” is restored').waitFor();
  expect(await readFile(ink, 'utf8')).toBe(before);
  expect(await text()).toContain('Black.');
  await page.getByRole('row', { name: /before-restore Before the last restore/ }).waitFor();
  await expectUsable(page, 'operations-backups');

  await menu.click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  const deletion = page.getByRole('alertdialog', { name: 'Delete the backup?' });
  await deletion.getByRole('button', { name: 'Delete for good' }).click();
  await row.waitFor({ state: 'detached' });
});

test('a backup with other security settings is restored once they are confirmed, and is not when they are not', async () => {
  const site = join(server.project, 'content/config/site.yaml');
  const strict = 'editorial: { require_approval: true }\n';
  await ada.post('/__admin/api/backups/create', { name: 'open' });
  await server.write('content/config/site.yaml', strict);
  const isRequired = async (): Promise<string> =>
    (await ada.get('/__admin/api/settings/form?section=editorial')).text;
  await expect.poll(isRequired, { timeout: 30_000 }).toContain('"editorial.require_approval":true');
  await using page = await opened('/backups');
  page.expects(409);
  const row = page.getByRole('row', { name: /^open open-/ });
  for (const answer of ['Cancel', 'Restore and change settings']) {
    await row.getByRole('button', { name: /^What to do with open-/ }).click();
    await page.getByRole('menuitem', { name: 'Restore…' }).click();
    const question = page.getByRole('alertdialog', { name: 'Restore “open”?' });
    await question.getByRole('textbox').fill('open');
    await question.getByRole('button', { name: 'Restore' }).click();
    const changes = page.getByRole('alertdialog', { name: '“open” changes security settings' });
    await changes.getByText('editorial.require_approval: true → false').waitFor();
    expect(await readFile(site, 'utf8')).toBe(strict);
    await changes.getByRole('button', { name: answer }).click();
    await changes.waitFor({ state: 'detached' });
  }
  await page.getByText('“open” is restored').waitFor();
  await expect(readFile(site, 'utf8')).rejects.toThrow('ENOENT');
});

test('a snapshot in git is taken with its message, whatever that says', async () => {
  await using page = await opened('/git');
  await page.getByText('There is no snapshot yet').waitFor();
  await page.getByRole('textbox', { name: 'Message' }).fill(`Before the redesign ${hostile}`);
  await page.keyboard.press('Enter');
  await page.getByText('The snapshot is taken').waitFor();
  await page.getByRole('cell', { name: /^Before the redesign <img/ }).waitFor();
  await page.getByText(/It stays on this machine/).waitFor();
  await expectUsable(page, 'operations-git');
  expect(await page.evaluate('window.broken')).toBeUndefined();
  await page.getByRole('textbox', { name: 'Message' }).fill('Once more');
  await page.keyboard.press('Enter');
  await page.getByText('Nothing has changed since the last snapshot').waitFor();
});

test('operations are not shown to whoever may not manage them', async () => {
  await using page = await browser.open(server);
  await signedIn(page, server, 'author');
  await page.goto('/__admin/operations/backups');
  await page.getByText('This is not for you to see').waitFor();
});
