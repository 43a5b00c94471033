import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestBrowser, type TestPage } from '@galley/testing';
import type { TestServer } from '../fixtures.ts';
import { EditorClient } from '../people.fixtures.ts';
import { expectUsable, addSession, startWithAdmin } from './fixtures.ts';
import { pressKeys } from './review.fixtures.ts';

const list = '/__admin/documents';
const hostile = '<img src=x onerror="document.title=1"> \u202Egnp.exe';
let browser: TestBrowser;
let server: TestServer;
let desk: EditorClient;

function file(title: string, status = 'draft'): string {
  return `---\ntitle: ${JSON.stringify(title)}\nworkflow: ${status}\n---\nThe text of it, with a marmoset.\n`;
}

const files = {
  'content/posts/harbour.md': file('The harbour at dawn', 'published'),
  'content/posts/ferries.md': file('Ferries of the north'),
  'content/posts/lights.md': file('Lights along the quay'),
  'content/posts/old.md': file('An old timetable', 'archived'),
  'content/pages/about.md': file('About us', 'published'),
  'content/posts/hostile.md': file(hostile),
  'content/posts/long.md': file('A title that goes on '.repeat(24).trim()),
};

beforeAll(async () => {
  browser = await TestBrowser.start();
  server = await startWithAdmin({ files: { 'galley.yaml': '', ...files } });
  desk = new EditorClient(await server.signedIn());
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await browser[Symbol.asyncDispose]();
});

async function openPage(path: string, username = 'editor', options = {}): Promise<TestPage> {
  const page = await browser.open(server, options);
  await addSession(page, server, username);
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}

const row = (page: TestPage, title: string) => page.getByRole('row').filter({ hasText: title });

async function chooseAction(page: TestPage, title: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `More actions for ${title}` }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

describe('the list of documents', () => {
  test('keeps filters in its address and after a reload, and saves them as views', async () => {
    await using page = await openPage(list);
    await page.getByText('7 documents').waitFor();
    await page.getByRole('searchbox', { name: 'Search documents' }).fill('harb');
    await page.getByText('1 document', { exact: true }).waitFor();
    await expect.poll(() => page.locator('mark').first().textContent()).toBe('harbour');
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('button', { name: /Status/ }).click();
    await page.getByRole('option', { name: 'Published' }).click();
    await page.waitForURL(/status=published/);
    await expectUsable(page, 'filter');
    await page.keyboard.press('Escape');
    await page.reload();
    await page.getByText('1 document', { exact: true }).waitFor();
    await expectUsable(page, 'filtered');

    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('menuitem', { name: 'Save this view…' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Harbour news');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'Remove filter Search: harb' }).click();
    await page.getByText('2 documents').waitFor();
    await page.getByRole('link', { name: 'Harbour news' }).click();
    await page.waitForURL(/q=harb/);
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('menuitem', { name: 'Rename and delete views…' }).click();
    await page.getByRole('button', { name: 'Rename: Harbour news' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Quay');
    await page.getByRole('button', { name: 'Rename', exact: true }).click();
    await expectUsable(page, 'views');
    await page.getByRole('button', { name: 'Delete: Quay' }).click();
    await page.getByRole('link', { name: 'Quay' }).waitFor({ state: 'detached' });
    expect(page.problems).toEqual([]);
  });

  test('escapes hostile titles', async () => {
    await using page = await openPage(`${list}?q=marmoset&sort=title`);
    await row(page, 'onerror').waitFor();
    await expect.poll(() => page.locator('main img').count()).toBe(0);
    expect(await page.title()).toContain('Documents');
    await page.setViewportSize({ width: 360, height: 740 });
    const width = await page.evaluate('document.documentElement.scrollWidth');
    expect(width).toBe(360);
    await chooseAction(page, hostile, 'Copy path');
  });

  test('supports keyboard navigation, selection and opening', async () => {
    await using page = await openPage(`${list}?sort=title`);
    await page.getByText('7 documents').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await page.getByText('3 selected').waitFor();
    await page.keyboard.press('Space');
    await page.getByText('2 selected').waitFor();
    await expectUsable(page, 'selected');
    await page.keyboard.press('Escape');
    await page.getByText('2 selected').waitFor({ state: 'detached' });
    await page.keyboard.press('/');
    await page.keyboard.type('ferries');
    await page.getByText('1 document', { exact: true }).waitFor();
    await page.keyboard.press('Tab');
    await row(page, 'Ferries').focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/edit\/posts\/ferries\.md/);
  });

  test('supports saved views, bulk changes and undo by keyboard', async () => {
    await using page = await openPage(`${list}?status=archived`);
    await page.getByText('1 document', { exact: true }).waitFor();
    const to = async (name: string | RegExp): Promise<void> => {
      const wanted = page.getByRole('button', { name }).and(page.locator(':focus'));
      for (let turn = 0; turn < 60 && (await wanted.count()) === 0; turn += 1)
        await pressKeys(page, 'Tab');
      await expect.poll(() => wanted.count()).toBe(1);
    };
    await to('Views');
    await pressKeys(page, 'Enter');
    await page.getByRole('menuitem', { name: 'Save this view…' }).waitFor();
    await pressKeys(page, 'Enter');
    await page.getByRole('textbox', { name: 'Name' }).waitFor();
    await page.keyboard.type('Put away');
    await pressKeys(page, 'Enter');
    await page.getByRole('link', { name: 'Put away' }).waitFor();
    await page.getByRole('link', { name: 'Assigned to me' }).focus();
    await pressKeys(page, 'Enter');
    await page.getByText('No documents match').waitFor();
    await pressKeys(page, 'Tab', 'Tab', 'Enter');
    await page.getByText('1 document', { exact: true }).waitFor();

    await pressKeys(page, 'j', 'x');
    await page.getByText('1 selected').waitFor();
    await to(/^Change status/);
    await pressKeys(page, 'Enter');
    await page.getByRole('menuitem', { name: 'Draft' }).waitFor();
    await pressKeys(page, 'Enter');
    await page.getByText('“An old timetable”: Draft').waitFor();
    await pressKeys(page, 'F6', 'Enter');
    await page.getByText('Change undone for 1 document').waitFor();
    await row(page, 'An old timetable').waitFor();
    expect(await desk.detail('posts/old.md')).toMatchObject({ status: 'archived' });
  });
});

describe('bulk actions', () => {
  test('apply to allowed documents, report refusals, and can be undone', async () => {
    await using page = await openPage(`${list}?sort=title`);
    await page.getByRole('checkbox', { name: 'Select Ferries of the north' }).click();
    await page.getByRole('checkbox', { name: 'Select The harbour at dawn' }).click();
    await page.getByRole('button', { name: 'Change status' }).click();
    await page.getByRole('menuitem', { name: 'In review' }).click();
    const sheet = page.getByRole('dialog', { name: '1 document not changed' });
    await sheet.getByText('posts/harbour.md').waitFor();
    await expectUsable(page, 'refused');
    await sheet.getByRole('button', { name: 'Close', exact: true }).last().click();
    await row(page, 'Ferries').getByText('In review').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await row(page, 'Ferries').getByText('Draft').waitFor();
    expect(await desk.detail('posts/harbour.md')).toMatchObject({ status: 'published' });
  });

  test('ask before unpublishing and restore from the trash', async () => {
    await using page = await openPage(list);
    await chooseAction(page, 'The harbour at dawn', 'Move to trash');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Move to trash' }).click();
    await row(page, 'harbour').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await row(page, 'harbour').getByText('Published').waitFor();
    expect(await desk.detail('posts/harbour.md')).toMatchObject({ is_public: true });
  });

  test('schedule publishing', async () => {
    await using page = await openPage(list);
    await chooseAction(page, 'Lights along the quay', 'Schedule…');
    await page.getByLabel(/Publish at/).fill('2020-01-01T10:00');
    await page.getByRole('button', { name: 'Schedule', exact: true }).click();
    await page.getByText('This time is in the past.').waitFor();
    await expectUsable(page, 'schedule-document');
    await page.getByLabel(/Publish at/).fill('2099-01-01T10:00');
    await page.getByRole('button', { name: 'Schedule', exact: true }).click();
    await row(page, 'Lights').getByText('Scheduled').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await row(page, 'Lights').getByText('Draft').waitFor();
  });
});

describe('a new document', () => {
  test('needs a valid title and address', async () => {
    await using page = await openPage(list);
    page.expects(409);
    await page.getByText('7 documents').waitFor();
    await page.keyboard.press('n');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByText('Enter a title.').waitFor();
    await page.getByLabel(/^Title/).fill('Ferries');
    await expect.poll(() => page.getByLabel('Slug').inputValue()).toBe('ferries');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByText(/A document already exists at posts\/ferries\.md/).waitFor();
    await expectUsable(page, 'new');
    await page.getByLabel('Slug').fill('a/b');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByText(/can’t contain a slash/).waitFor();
    await page.getByLabel('Slug').fill('small-ferries');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.waitForURL(/edit\/posts\/small-ferries\.md/);
  });

  test('has the default type even if types load after "Create"', async () => {
    await using page = await openPage(list);
    const asked = Promise.withResolvers<void>();
    const created = Promise.withResolvers<void>();
    await page.route('**/api/documents/types', async (route) => {
      asked.resolve();
      await created.promise;
      await route.continue();
    });
    await page.reload();
    await asked.promise;
    await page.getByRole('button', { name: 'New document' }).click();
    await page.getByRole('textbox', { name: 'Title' }).fill('Quick hands');
    await page.getByRole('button', { name: 'Create' }).click();
    created.resolve();
    await page.waitForURL(/edit\/posts\/quick-hands\.md/);
    expect(await desk.detail('posts/quick-hands.md')).toMatchObject({ type: 'post', lang: 'en' });
  });

  test('copies another document', async () => {
    await using page = await openPage(list);
    await chooseAction(page, 'About us', 'Duplicate…');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.waitForURL(/edit\/pages\/copy-of-about-us\.md/);
    expect(await desk.detail('pages/copy-of-about-us.md')).toMatchObject({
      title: 'Copy of About us',
      status: 'draft',
      raw_body: expect.stringContaining('marmoset') as string,
    });
  });

  test('recovers text backed up before its creation', async () => {
    const editor = server.visitor();
    await editor.signIn({ username: 'editor', password: 'another long passphrase' });
    const keep = (body: object) =>
      editor.post('/__admin/api/documents/working-copy', { content: 'Kept text.\n', ...body });
    await keep({ draft_key: 'k1', frontmatter: { title: 'Kept' } });
    await keep({ draft_key: 'k2' });
    await using page = await openPage(list);
    await page.getByRole('button', { name: '2 unsaved drafts' }).click();
    const sheet = page.getByRole('dialog', { name: 'Unsaved drafts' });
    await sheet.getByText('Kept').waitFor();
    await expectUsable(page, 'unsaved');
    await sheet.getByRole('button', { name: 'Discard' }).first().click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
    await sheet.getByText('Untitled').waitFor({ state: 'detached' });
    await sheet.getByRole('button', { name: 'Create document' }).click();
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.waitForURL(/edit\/posts\/kept\.md/);
    expect(await desk.detail('posts/kept.md')).toMatchObject({ raw_body: 'Kept text.\n' });
  });
});

describe('the board', () => {
  test('moves cards by keyboard and leaves cards that may not move', async () => {
    await using page = await openPage(`${list}?view=board`);
    const column = (name: string) => page.getByRole('region', { name, exact: true });
    await column('Draft').getByText('Ferries of the north').waitFor();
    await expectUsable(page, 'board');
    await column('Draft').getByRole('row').first().focus();
    const at = () =>
      page.evaluate<string>(
        'document.activeElement.ariaLabel ?? document.activeElement.textContent',
      );
    while (!(await at()).startsWith('Ferries of the north')) await page.keyboard.press('ArrowDown');
    while ((await at()) !== 'More actions for Ferries of the north')
      await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Change to: In review' }).press('Enter');
    await column('In review').getByText('Ferries of the north').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await column('Draft').getByText('Ferries of the north').waitFor();

    await page.getByRole('button', { name: 'More actions for Lights along the quay' }).click();
    const { revision } = await desk.detail('posts/lights.md');
    const change = { path: 'posts/lights.md', content: 'Another.\n', expected_revision: revision };
    await desk.saved(change);
    page.expects(409);
    await page.getByRole('menuitem', { name: 'Change to: In review' }).click();
    await page.getByText(/Someone else changed/).waitFor();
    await column('Draft').getByText('Lights along the quay').waitFor();
  });

  test('moves cards by mouse, and asks for a time or explains refusals', async () => {
    await using page = await openPage(`${list}?view=board`);
    const column = (name: string) => page.getByRole('region', { name, exact: true });
    const drag = (title: string, name: string) =>
      page.getByRole('row', { name: title }).dragTo(column(name).getByRole('grid'));
    await column('Draft').getByText('Ferries of the north').waitFor();
    await drag('Ferries of the north', 'In review');
    await column('In review').getByText('Ferries of the north').waitFor();
    expect(await desk.detail('posts/ferries.md')).toMatchObject({ status: 'in_review' });
    const held = Promise.withResolvers<void>();
    await page.route('**/api/documents?*status=in_review*', (route) =>
      held.promise.then(() => route.continue()),
    );
    await page.getByRole('button', { name: 'Undo' }).click();
    await column('Draft').getByText('Ferries of the north').waitFor();
    expect(await page.getByRole('row', { name: 'Ferries of the north' }).count()).toBe(1);
    held.resolve();

    await drag('Ferries of the north', 'Scheduled');
    const dialog = page.getByRole('dialog', { name: 'Schedule 1 document' });
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });

    await drag('The harbour at dawn', 'In review');
    await page.getByText('A document can’t go from “Published” to “In review” directly.').waitFor();
    await column('Published').getByText('The harbour at dawn').waitFor();
  });
});

describe('the trash', () => {
  test('restores one or several documents', async () => {
    for (const title of ['Gone one', 'Gone two', 'Gone three']) {
      const { path } = await desk.created({ title });
      await desk.client.post('/__admin/api/documents/delete', { path });
    }
    await using page = await openPage('/__admin/documents/trash');
    await row(page, 'Gone two').waitFor();
    await expectUsable(page, 'trash');
    await page.getByRole('button', { name: /Restore.*Gone two/ }).click();
    await page.getByRole('button', { name: 'Open' }).waitFor();
    await row(page, 'Gone two').waitFor({ state: 'detached' });
    await page.getByText('Select all', { exact: true }).locator('..').click();
    await page.getByRole('button', { name: 'Restore (2)' }).click();
    await page.getByText('The trash is empty').waitFor();
    await page.reload();
    await page.getByText('The trash is empty').waitFor();
  });
});

describe('an author', () => {
  test('sees own documents and the reason why others are hidden', async () => {
    const author = server.visitor();
    await author.signIn({ username: 'author', password: 'another long passphrase' });
    await server.database.db
      .updateTable('users')
      .set({ name: 'Aya Sato' })
      .where('username', '=', 'author')
      .execute();
    await new EditorClient(author).created({ title: 'My own report' });
    await using page = await openPage(list, 'author');
    await row(page, 'My own report').getByText('Aya Sato').waitFor();
    await page.getByText('1 document', { exact: true }).waitFor();
    await page.getByRole('checkbox', { name: 'Select My own report' }).click();
    await page.getByRole('button', { name: 'Change status' }).click();
    const publish = page.getByRole('menuitem', { name: 'Published' });
    await expect.poll(() => publish.getAttribute('aria-disabled')).toBe('true');
    await publish.getByText('You don’t have permission to publish').waitFor();
  });
});
