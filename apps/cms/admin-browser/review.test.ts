import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Locator } from 'playwright-core';
import { TestBrowser, type TestPage } from '@galley/testing';
import type { Editor } from '../editorial/fixtures.ts';
import type { TestServer } from '../fixtures.ts';
import { expectUsable, startWithAdmin } from './fixtures.ts';
import {
  signInEditor,
  openAs,
  pressKeys,
  requireApprovalFiles,
  type TestSite,
} from './review.fixtures.ts';

vi.setConfig({ testTimeout: 60_000 });

let browser: TestBrowser;
let server: TestServer;
let [author, editor, reviewer]: Editor[] = [];

const longTimeout = { timeout: 30_000 };
const here = (): TestSite => ({ browser, server });
const hostile = '</script><img src="" onerror="document.title=\'owned\'">';
const long = Array.from({ length: 30 }, (_, line) => `Line ${line + 1} stays as it is.\n`).join('');
const before = `The press of Lisbon prints in *black* ink.\n\n${long}\nThe end.\n`;
const after = `The press of Porto prints in *black* ink.\n\n${long}\nThe end, at last.\n\n${hostile}\n`;

beforeAll(async () => {
  browser = await TestBrowser.start();
  server = await startWithAdmin({ files: { 'galley.yaml': '', ...requireApprovalFiles } });
  author = await signInEditor(server, 'author');
  editor = await signInEditor(server, 'editor');
  reviewer = await signInEditor(server, 'reviewer');
  await server.database.db
    .updateTable('users')
    .set({ name: 'Aya Sato' })
    .where('username', '=', 'author')
    .execute();
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await browser[Symbol.asyncDispose]();
});

async function publishDocument(title: string): Promise<{ path: string; url: string }> {
  const { path } = await author!.created({
    title,
    content: before,
    frontmatter: { summary: 'Old' },
  });
  await author!.moved(path, 'in_review');
  expect((await reviewer!.decide(path, 'approve', { note: 'Fine' })).status).toBe(200);
  const { url } = await editor!.moved(path, 'published');
  return { path, url: url as string };
}

async function publishAndRevise(title: string): Promise<{ path: string; url: string }> {
  const document = await publishDocument(title);
  const { path } = document;
  const { frontmatter } = await author!.detail(path);
  await author!.saved({ path, content: after, frontmatter: { ...frontmatter, summary: 'New' } });
  await author!.moved(path, 'in_review', { note: 'It moved to Porto.' });
  return document;
}

test('a reviewer approves and publishes by keyboard from the start page', async () => {
  const { path, url } = await publishAndRevise('Presses');
  await using page = await openAs(here(), 'editor', '/__admin/');
  await page
    .getByRole('link', { name: /^Presses/ })
    .first()
    .waitFor();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await pressKeys(page, 'g', 'r');
  await page.getByRole('heading', { name: 'Review', level: 1 }).waitFor();
  await page.getByText('It moved to Porto.').waitFor();
  await page.getByText('Aya Sato', { exact: true }).waitFor();
  await expectUsable(page, 'inbox');
  // The list already contains everything that its rows show.
  expect(asked).not.toContain('/__admin/api/document');
  await pressKeys(page, 'ArrowDown', 'Enter');
  await page.getByRole('heading', { name: 'Presses', level: 1 }).waitFor();

  const text = page.getByRole('table', { name: 'Text' });
  await text.locator('del', { hasText: 'Lisbon' }).waitFor();
  await expect
    .poll(() => text.locator('ins').allTextContents())
    .toEqual(expect.arrayContaining(['Porto', ', at last', hostile]));
  expect(await page.title()).toBe('Presses · Galley');
  await page.getByRole('button', { name: 'Show 26 unchanged lines' }).waitFor();
  await expectUsable(page, 'review-text');

  await pressKeys(page, 'j');
  await page.getByText('Change 1 of 2').waitFor();
  await pressKeys(page, 'j', 'k');
  await page.getByText('Change 1 of 2').waitFor();
  await pressKeys(page, '3');
  await page.getByRole('row', { name: 'summary Old New' }).waitFor();
  await pressKeys(page, '1');
  const pages = page.getByTitle('Page after');
  await pages.contentFrame().getByText('The press of Porto').waitFor();
  await page.getByTitle('Page before').contentFrame().getByText('of Lisbon').waitFor();
  await expectUsable(page, 'review-page');
  await pressKeys(page, '2');

  await pressKeys(page, 'a');
  await page.getByRole('dialog', { name: 'Approve “Presses”' }).waitFor();
  await page.keyboard.type('Well said.');
  await expectUsable(page, 'review-approve');
  await pressKeys(page, 'Control+Enter');
  await page.getByText('Well said.').waitFor();
  await page.getByText('Approved.').waitFor();
  await pressKeys(page, 'p');
  await page.getByRole('dialog', { name: 'Publish “Presses”?' }).waitFor();
  await pressKeys(page, 'Control+Enter');
  await page.getByText('Published.').waitFor();
  expect((await server.visitor().get(url)).text).toContain('The press of Porto');
  expect(await editor!.detail(path)).toMatchObject({ status: 'published' });
});

test('requested changes reach the author as a notification and in the timeline', async () => {
  const { path } = await publishAndRevise('Ink');
  {
    await using page = await openAs(here(), 'reviewer', `/__admin/review/${path}`);
    await page.getByRole('button', { name: 'Request changes' }).click();
    const dialog = page.getByRole('dialog');
    const send = dialog.getByRole('button', { name: /^Request changes/ });
    await expect.poll(() => send.getAttribute('aria-disabled')).toBe('true');
    await dialog.getByLabel('Note').fill('Which ink?');
    await send.click();
    await page.getByText('Sent back to the author.').waitFor();
    await page.getByText('Which ink?').waitFor();
  }
  await using page = await openAs(here(), 'author', '/__admin/notifications');
  await page.getByRole('link', { name: /^Ink.*Changes requested.*Which ink\?/s }).click();
  await page.getByRole('heading', { name: 'Ink', level: 1 }).waitFor();
  const timeline = page.getByRole('listitem').filter({ hasText: 'Changes requested' });
  await timeline.getByText('Which ink?').waitFor();
  await page.getByText('Draft', { exact: true }).first().waitFor();
});

describe('a reviewer who cannot decide', () => {
  const reasonOn = async (page: TestPage, path: string): Promise<string | null> => {
    await page.goto(`/__admin/review/${path}`);
    const button = page.getByRole('button', { name: /^Approve/ });
    await expect.poll(() => button.getAttribute('aria-disabled'), longTimeout).toBe('true');
    return await button.textContent();
  };

  test('sees the reason', async () => {
    const { path } = await editor!.created({ title: 'Own' });
    await editor!.moved(path, 'in_review');
    await using page = await openAs(here(), 'editor', '/__admin/review');
    expect(await reasonOn(page, path)).toContain('You own this document');

    const ada = await signInEditor(server, 'ada');
    const given = await publishAndRevise('Given');
    await ada.acted({ source_path: given.path, action: 'assign', assignee: 'editor' });
    expect(await reasonOn(page, given.path)).toContain('This document is assigned to you');
    await ada.acted({ source_path: given.path, action: 'assign', assignee: '', reviewer: 'ada' });
    expect(await reasonOn(page, given.path)).toContain('Only ada can review this document');

    const edited = await publishAndRevise('Edited');
    await editor!.saved({ path: edited.path, content: 'Another.\n' });
    expect(await reasonOn(page, edited.path)).toContain('You made the last edit');
    await author!.saved({ path: edited.path, content: 'Yet another.\n' });
    expect(await reasonOn(page, edited.path)).toContain('You contributed to this version');

    const { path: draft } = await author!.created({ title: 'Draft' });
    await using reviewing = await openAs(here(), 'reviewer', '/__admin/review');
    expect(await reasonOn(reviewing, draft)).toContain('This document is not in review');
    await using writing = await openAs(here(), 'author', '/__admin/review');
    expect(await reasonOn(writing, edited.path)).toContain('You don’t have permission to review');
  });
});

test('ADD-IND-3: two contributors approve together, and the page says that one more approval is needed', async () => {
  const ada = await signInEditor(server, 'ada');
  const { path } = await editor!.created({ title: 'Of two', content: 'One.\n' });
  await ada.saved({ path, content: 'One, two.\n' });
  await editor!.moved(path, 'in_review');
  await using page = await openAs(here(), 'editor', `/__admin/review/${path}`);
  await page.getByText('ada and editor').waitFor();
  await page.getByRole('button', { name: /^Approve/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('your approval counts together with').waitFor();
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await page.getByText('Approved. One more approval needed.').waitFor();
  await page.getByText('One more approval needed', { exact: true }).first().waitFor();
  const approve = page.getByRole('button', { name: /^Approve/ });
  await expect
    .poll(() => approve.textContent(), longTimeout)
    .toContain('one more approval is needed');
  await using text = await openAs(here(), 'editor', `/__admin/edit/${path}`);
  await text.getByText('One more approval needed', { exact: true }).waitFor();
  expect((await ada.decide(path, 'approve')).json()).toMatchObject({ approvals_needed: 0 });
});

test('a text that changes during review is reported, and a decision on the old version is refused', async () => {
  const { path } = await publishAndRevise('Moving');
  await using page = await openAs(here(), 'reviewer', `/__admin/review/${path}`);
  page.expects(409);
  const approve = page.getByRole('button', { name: /^Approve/ });
  await approve.click();
  await author!.saved({ path, content: 'Quite another text.\n' });
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await page.getByText('your decision wasn’t recorded').waitFor();
  await page.getByText('The document has changed', { exact: true }).waitFor();
  await page.getByText('Quite another text.').waitFor();
  await expect.poll(() => approve.getAttribute('aria-disabled')).toBe('true');
  expect(await author!.detail(path)).toMatchObject({ editorial: { approved_by: null } });
  await page.getByRole('button', { name: 'Continue with the new version' }).click();
  await approve.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await page.getByText('Approved.').waitFor();
  expect(await page.getByText('your decision wasn’t recorded').count()).toBe(0);

  await using other = await openAs(here(), 'editor', `/__admin/review/${path}`);
  await other.getByRole('button', { name: 'Publish', exact: true }).click();
  await other.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await other.getByText('Published.').waitFor();
  const site = other.waitForEvent('popup');
  await other.getByRole('link', { name: /^This version/ }).click();
  await (await site).getByText('Quite another text.').waitFor();
});

test('a reopened review starts with the current version, and the inbox updates', async () => {
  const { path } = await publishAndRevise('Reopened');
  await using page = await openAs(here(), 'reviewer', '/__admin/review');
  const row = page.getByRole('link', { name: /^Reopened/ });
  await row.click();
  const approve = page.getByRole('button', { name: /^Approve/ });
  await approve.waitFor();
  await page.clock.install();
  await page.getByRole('link', { name: 'Review', exact: true }).first().click();
  await page.getByRole('heading', { name: 'Review', level: 1 }).waitFor();
  await author!.saved({ path, content: 'A third text.\n' });
  const isStale = page.getByText('The document has changed', { exact: true });
  // Skips the seconds for which the cache of the first visit counts as fresh.
  await page.clock.fastForward(6000);
  await row.click();
  await page.getByText('A third text.').waitFor();
  expect(await isStale.count()).toBe(0);
  expect(await approve.getAttribute('aria-disabled')).not.toBe('true');

  await page.getByRole('link', { name: 'Review', exact: true }).first().click();
  await row.waitFor();
  await author!.moved(path, 'draft');
  await page.clock.fastForward(10_000);
  await row.waitFor({ state: 'detached' });
});

test('a review starts with the page of a new document, and with the fields if only they differ', async () => {
  const { path } = await author!.created({ title: 'Fresh', content: 'All **new**.\n' });
  await author!.moved(path, 'in_review');
  await using page = await openAs(here(), 'reviewer', `/__admin/review/${path}`);
  await page.getByTitle('Page after').contentFrame().getByText('All new.').waitFor();
  await page.getByRole('navigation', { name: 'Comparison views' }).getByText('Text').click();
  await page.getByRole('table', { name: 'Text' }).locator('ins', { hasText: '**new**' }).waitFor();

  const { path: known } = await publishDocument('Retold');
  const { frontmatter } = await author!.detail(known);
  await author!.saved({
    path: known,
    content: before,
    frontmatter: { ...frontmatter, summary: 'Newer' },
  });
  await author!.moved(known, 'in_review');
  await page.goto(`/__admin/review/${known}`);
  await page.getByRole('row', { name: 'summary Old Newer' }).waitFor();
});

test.each([360, 960, 1280])(
  'at %i px, the choice of a version to compare with fits',
  async (width) => {
    const { path } = await publishAndRevise(`Fitting ${width}`);
    const options = { locale: 'de-DE', viewport: { width, height: 800 } };
    const address = { path: `/__admin/review/${path}`, options };
    await using page = await openAs(here(), 'reviewer', address);
    const choice = page.getByRole('button', { name: /Vergleichen mit/ });
    await choice.click();
    await page.getByRole('option').nth(1).click();
    await choice.getByText(/Zuletzt freigegebene/).waitFor();
    const right = async (found: Locator) => {
      const { x, width: wide } = (await found.boundingBox())!;
      return x + wide;
    };
    const frame = page.locator('section').filter({ has: choice });
    expect(await right(choice)).toBeLessThanOrEqual(await right(frame));
  },
);

test('a document is assigned, and shared by a link that can be revoked', async () => {
  const { path } = await publishAndRevise('Shared');
  await using page = await openAs(here(), 'editor', `/__admin/review/${path}`);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Assign…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Assign “Shared”' });
  await dialog.getByRole('combobox', { name: 'Reviewer' }).fill('revi');
  await page.getByRole('option', { name: 'reviewer' }).click();
  await expectUsable(page, 'review-assign');
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click();
  await page.getByText('Assigned.').waitFor();
  expect(await editor!.detail(path)).toMatchObject({ editorial: { reviewer: 'reviewer' } });

  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Preview links…' }).click();
  await page.getByRole('button', { name: 'Create link' }).click();
  const address = await page.getByLabel('Link address').inputValue();
  const link = new URL(address).pathname;
  expect((await server.visitor().get(link)).text).toContain('The press of Porto');
  await expectUsable(page, 'review-links');
  await page.getByRole('button', { name: 'Revoke', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('Link revoked.').waitFor();
  expect((await server.visitor().get(link)).status).toBe(404);
});

test('the empty review page is available in German', async () => {
  await using page = await openAs(here(), 'author', {
    path: '/__admin/review',
    options: { locale: 'de-DE' },
  });
  await page.getByRole('heading', { name: 'Prüfen', level: 1 }).waitFor();
  await page
    .getByRole('heading', { name: /In Prüfung|wartet auf andere/ })
    .first()
    .waitFor();
  await expectUsable(page, 'inbox-author');
});

describe('the history', () => {
  test('compares any two versions, shows one, and restores one with undo', async () => {
    const { path } = await author!.created({ title: 'Told', content: 'One apple.\n' });
    await author!.saved({ path, content: 'Two apples.\n', message: 'Second' });
    await author!.saved({ path, content: 'Three pears.\n', message: 'Third' });
    await using page = await openAs(here(), 'author', `/__admin/history/${path}`);
    const text = page.getByRole('table', { name: 'Text' });
    await text.locator('del', { hasText: 'Two apples' }).waitFor();
    await page
      .getByRole('radio', { name: /^Compare from/ })
      .last()
      .check();
    await text.locator('del', { hasText: 'One apple' }).waitFor();
    await text.locator('ins', { hasText: 'Three pears' }).waitFor();
    await expectUsable(page, 'history');
    await page.reload();
    await text.locator('del', { hasText: 'One apple' }).waitFor();

    await page.getByRole('link', { name: /^View/ }).last().click();
    await page
      .getByTitle(/^Version of/)
      .contentFrame()
      .getByText('One apple.')
      .waitFor();
    await page.getByRole('button', { name: 'File' }).click();
    await page
      .getByRole('region', { name: /^Version of/ })
      .getByText('One apple.')
      .waitFor();
    await expectUsable(page, 'history-view');

    await page.getByRole('button', { name: 'Restore this version' }).last().click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: 'Restore this version' })
      .click();
    await page.getByText('Version restored.').waitFor();
    expect((await author!.detail(path)).raw_body).toBe('One apple.\n');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Restore undone.').waitFor();
    expect((await author!.detail(path)).raw_body).toBe('Three pears.\n');
  });

  test('names the former path of a renamed file, in German', async () => {
    const { path } = await author!.created({ title: 'Former', content: 'One apple.\n' });
    const file = (name: string): string => join(server.project, 'content', name);
    await rename(file(path), file('posts/present.md'));
    await using page = await openAs(here(), 'author', {
      path: '/__admin/history/posts/present.md',
      options: { locale: 'de-DE' },
    });
    await page.getByText(`Umbenannt, vorher ${path}`).first().waitFor();
  });

  test('reports texts that are too large to compare, with an alternative', async () => {
    const lines = (word: string) => `${word}\n`.repeat(2001);
    const { path } = await author!.created({ title: 'Long', content: lines('a') });
    await author!.saved({ path, content: lines('b') });
    await using page = await openAs(here(), 'author', `/__admin/history/${path}`);
    page.expects(422);
    await page.getByText('Too large to compare line by line').waitFor();
    await page.getByRole('button', { name: 'Compare pages' }).click();
    await page.getByTitle('Page after').waitFor();
  });
});
