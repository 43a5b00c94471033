import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { TestBrowser, type TestPage } from '@galley/testing';
import type { Client, TestServer } from '../fixtures.ts';
import { expectUsable, addSession, startWithAdmin } from './fixtures.ts';

const hostile = '<img src=x onerror="window.broken = true"><script>window.broken = true</script>';

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

async function openPage(path: string): Promise<TestPage> {
  const page = await browser.open(server);
  page.setDefaultTimeout(30_000);
  await addSession(page, server, 'ada');
  await page.goto(`/__admin/operations${path}`);
  return page;
}

test('the health page describes the state of the server, and says when it is out of date', async () => {
  await using page = await openPage('');
  await page.getByText('All checks pass').waitFor();
  await page.getByRole('row', { name: /Database OK/ }).waitFor();
  await page.getByRole('row', { name: /Content folder OK/ }).waitFor();
  await page.getByText(/used, .* reserved/).waitFor();
  await expect.poll(() => page.getByLabel('Follow the log').inputValue()).toBe('galley logs -f');
  await expectUsable(page, 'operations-health');
  // Simulates a proxy whose server is down: stale results must not look current.
  page.expects(502);
  await page.clock.install();
  await page.reload();
  await page.getByText('All checks pass').waitFor();
  await page.route('**/*', (route) => route.fulfill({ status: 502, body: 'Bad gateway' }));
  await page.clock.fastForward(11_000);
  await page.getByText('The server isn’t responding').waitFor();
  await page.getByText('All checks pass').waitFor({ state: 'detached' });
});

test('a rebuild shows progress and a readable log', async () => {
  await using page = await openPage('/builds');
  await page.getByRole('button', { name: 'Rebuild everything' }).click();
  const row = page.getByRole('row', { name: /Done requested by ada Full build/ });
  await row.waitFor();
  await page.getByText('Up to date', { exact: true }).waitFor();
  await expectUsable(page, 'operations-builds');
  await row.getByRole('button', { name: /^Show build from/ }).click();
  await page.waitForURL(/build=/);
  const sheet = page.getByRole('dialog', { name: 'Build' });
  await sheet.getByText(/no public page at \/nowhere\//).waitFor();
  await expectUsable(page, 'operations-build');
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  await page.goBack();
  await sheet.getByText(/no public page at \/nowhere\//).waitFor();
  await page.reload();
  await sheet.getByText(/no public page at \/nowhere\//).waitFor();
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  await page.waitForURL(/builds$/);
  expect(await page.evaluate('window.broken')).toBeUndefined();
});

test('a backup is created, verified, downloaded and restored', async () => {
  const ink = join(server.project, 'content/posts/ink.md');
  const before = await readFile(ink, 'utf8');
  await using page = await openPage('/backups');
  await page.getByText('No backups yet').waitFor();
  await page.getByRole('button', { name: 'Create backup' }).click();
  const form = page.getByRole('dialog', { name: 'Create backup' });
  await form.getByRole('textbox', { name: 'Name' }).fill('nightly');
  await form
    .getByText(/^Include database/)
    .first()
    .click();
  await expectUsable(page, 'operations-new-backup');
  await form.getByRole('button', { name: 'Create backup' }).click();
  await form.waitFor({ state: 'detached' });
  const row = page.getByRole('row', { name: /^nightly nightly-.* Content and database/ });
  const menu = row.getByRole('button', { name: /^Actions for nightly-/ });
  await menu.click();
  await page.getByRole('menuitem', { name: 'Verify' }).click();
  await row.getByText(/^Verified: \d+ files/).waitFor();
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
  await page.getByText('“nightly” restored').waitFor();
  expect(await readFile(ink, 'utf8')).toBe(before);
  expect(await text()).toContain('Black.');
  await page.getByRole('row', { name: /before-restore Before the last restore/ }).waitFor();
  await expectUsable(page, 'operations-backups');

  await menu.click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  const deletion = page.getByRole('alertdialog', { name: 'Delete this backup?' });
  await deletion.getByRole('button', { name: 'Delete permanently' }).click();
  await row.waitFor({ state: 'detached' });
});

test('a backup with other security settings is restored only after confirmation', async () => {
  const site = join(server.project, 'content/config/site.yaml');
  const strict = 'editorial: { require_approval: true }\n';
  await ada.post('/__admin/api/backups/create', { name: 'open' });
  await server.write('content/config/site.yaml', strict);
  const isRequired = async (): Promise<string> =>
    (await ada.get('/__admin/api/settings/form?section=editorial')).text;
  await expect.poll(isRequired, { timeout: 30_000 }).toContain('"editorial.require_approval":true');
  await using page = await openPage('/backups');
  page.expects(409);
  const row = page.getByRole('row', { name: /^open open-/ });
  for (const answer of ['Cancel', 'Restore and change settings']) {
    await row.getByRole('button', { name: /^Actions for open-/ }).click();
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
  await page.getByText('“open” restored').waitFor();
  await expect(readFile(site, 'utf8')).rejects.toThrow('ENOENT');
});

test('a git snapshot is committed with any message', async () => {
  await using page = await openPage('/git');
  await page.getByText('No snapshots yet').waitFor();
  await page.getByRole('textbox', { name: 'Message' }).fill(`Before the redesign ${hostile}`);
  await page.keyboard.press('Enter');
  await page.getByText('Snapshot created').waitFor();
  await page.getByRole('cell', { name: /^Before the redesign <img/ }).waitFor();
  await page.getByText(/Stored on this machine only/).waitFor();
  await expectUsable(page, 'operations-git');
  expect(await page.evaluate('window.broken')).toBeUndefined();
  await page.getByRole('textbox', { name: 'Message' }).fill('Once more');
  await page.keyboard.press('Enter');
  await page.getByText('No changes since the last snapshot').waitFor();
});

test('operations are hidden from users who may not manage them', async () => {
  await using page = await browser.open(server);
  await addSession(page, server, 'author');
  await page.goto('/__admin/operations/backups');
  await page.getByText('You don’t have access').waitFor();
});
