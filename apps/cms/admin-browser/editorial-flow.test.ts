import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { TestBrowser } from '@galley/testing';
import type { Editor } from '../editorial/fixtures.ts';
import type { TestServer } from '../fixtures.ts';
import { chooseAction, editorPath, textEditor, typeAtEnd, waitForSave } from './editor.fixtures.ts';
import { expectUsable, startWithAdmin } from './fixtures.ts';
import {
  openAs,
  pressKeys,
  requireApprovalFiles,
  signInEditor,
  type TestSite,
} from './review.fixtures.ts';

vi.setConfig({ testTimeout: 60_000 });

const customFields = `types:
  page:
    - { name: kind, label: Kind, type: text }
    - { name: minutes, label: Minutes, type: number, required: true }
`;

let browser: TestBrowser;
let server: TestServer;
let [author, editor, reviewer]: Editor[] = [];

const here = (): TestSite => ({ browser, server });

beforeAll(async () => {
  browser = await TestBrowser.start();
  server = await startWithAdmin({
    files: {
      'galley.yaml': '',
      ...requireApprovalFiles,
      'content/config/custom-fields.yaml': customFields,
    },
  });
  author = await signInEditor(server, 'author');
  editor = await signInEditor(server, 'editor');
  reviewer = await signInEditor(server, 'reviewer');
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await browser[Symbol.asyncDispose]();
});

async function approvedPost(title: string): Promise<string> {
  const { path } = await author!.created({ title, content: 'The ink is blak.\n' });
  await author!.moved(path, 'in_review');
  expect((await reviewer!.decide(path, 'approve')).status).toBe(200);
  return path;
}

async function publicPost(title: string): Promise<{ path: string; url: string }> {
  const path = await approvedPost(title);
  const { url } = await editor!.moved(path, 'published');
  return { path, url: url as string };
}

test('a review request leads to the required fields first, and reviewers see which are empty', async () => {
  const { path } = await author!.created({ type: 'page', title: 'Recipe', content: 'Mix.\n' });
  await using page = await openAs(here(), 'author', editorPath(path));
  const panel = page.getByRole('complementary', { name: 'Document details' });
  await panel.getByLabel('Minutes').waitFor();
  const order =
    '[...document.querySelectorAll("aside [data-field]")].map((one) => one.dataset.field)';
  expect((await page.evaluate<string[]>(order)).slice(0, 3)).toEqual([
    'title',
    'fields.minutes',
    'summary',
  ]);

  await page.getByRole('button', { name: 'Request review' }).click();
  const dialog = page.getByRole('dialog', { name: 'Request review' });
  await dialog.getByText('Fill in the required fields first').first().waitFor();
  const request = dialog.getByRole('button', { name: /^Request/ });
  expect(await request.getAttribute('aria-disabled')).toBe('true');
  await expectUsable(page, 'request-missing');
  await dialog.getByRole('button', { name: 'Minutes' }).click();
  await dialog.waitFor({ state: 'detached' });
  const field = 'document.activeElement.closest("[data-field]")?.dataset.field';
  await expect.poll(() => page.evaluate(field)).toBe('fields.minutes');
  await panel.getByText('Minutes is required').waitFor();
  await expectUsable(page, 'required-first');
  await page.keyboard.type('5');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await waitForSave(page);
  await author!.moved(path, 'in_review');

  const frontmatter = { fields: { minutes: 9 } };
  const stew = await author!.created({
    type: 'page',
    title: 'Stew',
    content: 'Boil.\n',
    frontmatter,
  });
  await author!.moved(stew.path, 'in_review');
  const stricter = customFields.replace('type: text', 'type: text, required: true');
  await server.write('content/config/custom-fields.yaml', stricter);
  await using reviewing = await openAs(here(), 'reviewer', `/__admin/review/${stew.path}`);
  const warning = reviewing.getByText('Required fields are empty: Kind');
  await expect
    .poll(async () => {
      await reviewing.reload();
      await reviewing.getByRole('heading', { level: 1 }).waitFor();
      return warning.count();
    })
    .toBe(1);
  await expectUsable(reviewing, 'review-missing');
});

test('an approved document is shown as approved, and an edit says that the approval is gone', async () => {
  const path = await approvedPost('Varnish');
  await using page = await openAs(here(), 'author', '/__admin/');
  await page
    .getByRole('link', { name: /^Varnish.*Approved/s })
    .first()
    .waitFor();
  await page.goto('/__admin/documents');
  const row = page.getByRole('row').filter({ hasText: 'Varnish' });
  await row.getByText('Approved', { exact: true }).waitFor();
  await page.goto(editorPath(path));
  await page.getByText('Approved', { exact: true }).first().waitFor();
  await typeAtEnd(page, ' Really.');
  await page.keyboard.press('Control+s');
  await page
    .getByText('Saved. The approval no longer applies: this text is a draft again.')
    .waitFor();
  await page.getByText('Draft', { exact: true }).first().waitFor();
  expect(await author!.detail(path)).toMatchObject({ status: 'draft', approved_by: null });
});

test('a person who may publish is told of an approval, and sees that the document is ready', async () => {
  const path = await approvedPost('Resin');
  await using page = await openAs(here(), 'editor', '/__admin/notifications');
  const row = page.getByRole('link', { name: /^Resin.*Approved/s });
  await row.waitFor();
  expect(await row.textContent()).not.toContain('In review');
  await expectUsable(page, 'told-of-approval');
  await row.click();
  await page.getByRole('heading', { name: 'Resin', level: 1 }).waitFor();
  await page.getByText('Ready to publish', { exact: true }).waitFor();
  await page.goto('/__admin/');
  await page
    .getByRole('link', { name: /^Resin.*Ready to publish/s })
    .first()
    .waitFor();
  await expectUsable(page, 'home-ready');
  await page.goto(editorPath(path));
  await page.getByText('Ready to publish', { exact: true }).waitFor();
});

test('a letter of a public page is corrected, approved and published in the documented actions', async () => {
  const { path, url } = await publicPost('Blak');
  await using writing = await openAs(here(), 'author', editorPath(path));
  await using page = await openAs(here(), 'editor', '/__admin/');
  const guide = readFileSync(
    new URL('../../../docs/guides/an-article-in-actions.md', import.meta.url),
    'utf8',
  );
  let actions = 0;
  const act = async (work: Promise<unknown>): Promise<void> => {
    await work;
    actions += 1;
  };
  await textEditor(writing).waitFor();
  await act(
    textEditor(writing)
      .getByText('The ink')
      .dblclick({ position: { x: 95, y: 8 } }),
  );
  await expect.poll(() => writing.evaluate('String(getSelection())')).toBe('blak');
  await act(writing.keyboard.type('black'));
  await act(writing.getByRole('button', { name: 'Request review' }).click());
  await act(
    writing.getByRole('dialog').getByRole('button', { name: 'Request', exact: true }).click(),
  );
  await writing.getByText('In review', { exact: true }).waitFor();

  // Its card appears by itself.
  await act(page.locator('a[href*="/review/"]').filter({ hasText: 'Blak' }).click());
  const button = page.getByRole('button', { name: /^Approve and publish/ });
  await button.waitFor();
  await expectUsable(page, 'approve-and-publish');
  await act(button.click());
  await page.getByText('Approved and published.').waitFor();
  expect((await server.visitor().get(url)).text).toContain('The ink is black.');
  expect(await editor!.detail(path)).toMatchObject({ status: 'published' });
  const [, documented] = /letter on a public page takes (\d+) actions/.exec(guide)!;
  expect(actions).toBe(Number(documented));
});

test('the key to approve and publish asks first', async () => {
  const { path, url } = await publicPost('Grei');
  const { frontmatter } = await author!.detail(path);
  await author!.saved({ path, content: 'The ink is grey.\n', frontmatter });
  await author!.moved(path, 'in_review');
  await using page = await openAs(here(), 'editor', `/__admin/review/${path}`);
  await page.getByRole('button', { name: /^Approve and publish/ }).waitFor();
  await pressKeys(page, 'p');
  const dialog = page.getByRole('dialog', { name: 'Approve and publish “Grei”' });
  await expectUsable(page, 'approve-and-publish-asks');
  await dialog.getByRole('button', { name: 'Approve and publish' }).click();
  await page.getByText('Approved and published.').waitFor();
  expect((await server.visitor().get(url)).text).toContain('The ink is grey.');
});

test('changes of a public page are published by one button, and a new page asks first', async () => {
  const { path, url } = await publicPost('Rose');
  const { frontmatter } = await author!.detail(path);
  await author!.saved({ path, content: 'The ink is black.\n', frontmatter });
  await author!.moved(path, 'in_review');
  expect((await reviewer!.decide(path, 'approve')).status).toBe(200);
  await using page = await openAs(here(), 'editor', editorPath(path));
  await page.getByRole('button', { name: 'Publish changes' }).click();
  await page.getByText('Document published').waitFor();
  expect((await server.visitor().get(url)).text).toContain('The ink is black.');

  await page.goto(editorPath(await approvedPost('Violet')));
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).waitFor();
});

test('the history shows times in words', async () => {
  const path = await approvedPost('Timely');
  const times = { scheduled_publish_at: '2031-01-02T08:00:00Z' };
  await editor!.moved(path, 'scheduled', times);
  await using page = await openAs(here(), 'editor', `/__admin/history/${path}`);
  await page
    .getByText(/^From “In review” to “Scheduled”: publish at 2 Jan 2031, \d\d:00$/)
    .waitFor();
  expect(await page.locator('main').textContent()).not.toMatch(/\d{4}-\d\d-\d\dT\d\d/);
  await expectUsable(page, 'history-times');
});

test('an assignment offers no owner as the reviewer', async () => {
  const { path } = await editor!.created({ title: 'Own' });
  await using page = await openAs(here(), 'ada', editorPath(path));
  page.expects(422);
  await chooseAction(page, 'Assign…');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Reviewer' }).fill('editor');
  await expect.poll(() => page.getByRole('option', { name: /editor/ }).count()).toBe(0);
  await dialog.getByRole('combobox', { name: 'Reviewer' }).fill('reviewer');
  await page.getByRole('option', { name: /reviewer/ }).click();
  await dialog.getByRole('combobox', { name: 'Owner' }).fill('reviewer');
  await page.getByRole('option', { name: /reviewer/ }).click();
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click();
  await dialog
    .getByText(/reviewer is the owner and cannot review the document/)
    .first()
    .waitFor();
});
