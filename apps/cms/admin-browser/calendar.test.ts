import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { TestBrowser } from '@galley/testing';
import type { TestServer } from '../fixtures.ts';
import { expectUsable, startWithAdmin } from './fixtures.ts';
import { openAs, pressKeys, signInEditor, type TestSite } from './review.fixtures.ts';

vi.setConfig({ testTimeout: 60_000 });

let browser: TestBrowser;
let server: TestServer;
const here = (): TestSite => ({ browser, server });
const longTimeout = { timeout: 30_000 };

beforeAll(async () => {
  browser = await TestBrowser.start();
  server = await startWithAdmin({
    files: {
      'content/config/site.yaml':
        'time_zone: Pacific/Auckland\neditorial: { require_approval: false }\n',
    },
  });
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await browser[Symbol.asyncDispose]();
});

const setDeadline = (editor: Awaited<ReturnType<typeof signInEditor>>, path: string, due: string) =>
  editor.client.post('/__admin/api/documents/deadline', { path, due_on: due });

async function deadlineOf(
  editor: Awaited<ReturnType<typeof signInEditor>>,
  path: string,
): Promise<string | null> {
  const answer = await editor.client.get(`/__admin/api/documents/deadline?path=${path}`);
  const { deadline } = answer.json<{ deadline: { due_on: string } | null }>();
  return deadline?.due_on ?? null;
}

test('ADD-CAL-5: due dates and scheduled times move by drag and drop, keep their time of day, and can be undone', async () => {
  const editor = await signInEditor(server, 'editor');
  const due = (await editor.created({ title: 'Due in March' })).path;
  const planned = (await editor.created({ title: 'Public in March' })).path;
  await setDeadline(editor, due, '2090-03-08');
  await editor.moved(planned, 'scheduled', { scheduled_publish_at: '2090-03-09 09:30' });
  await using page = await openAs(here(), 'editor', '/__admin/schedule?month=2090-03');
  const day = (name: string) => page.getByRole('gridcell', { name });
  const chip = page.getByRole('link', { name: 'Due: Due in March' });
  await chip.waitFor();
  await expectUsable(page, 'calendar');
  await chip.dragTo(day('15 March 2090'));
  await day('15 March 2090, 1 entry').getByRole('link', { name: 'Due: Due in March' }).waitFor();
  expect(await deadlineOf(editor, due)).toBe('2090-03-15');
  await page.getByRole('button', { name: 'Undo' }).click();
  await day('8 March 2090').getByRole('link', { name: 'Due: Due in March' }).waitFor();
  expect(await deadlineOf(editor, due)).toBe('2090-03-08');

  const at = async () => (await editor.detail(planned))['scheduled_publish_at'];
  const before = new Date((await at()) as string);
  await page.getByRole('link', { name: /Publish: Public in March/ }).dragTo(day('22 March 2090'));
  await day('22 March 2090, 1 entry')
    .getByRole('link', { name: /Public in March/ })
    .waitFor();
  const shown = new Date((await at()) as string);
  expect((shown.getTime() - before.getTime()) % 86_400_000).toBe(0);
  expect(shown.getTime()).toBeGreaterThan(before.getTime());
});

test('ADD-CAL-5: Alt with an arrow key moves the focused entry, also into another week, and the focus follows', async () => {
  const editor = await signInEditor(server, 'editor');
  const { path } = await editor.created({ title: 'Moved by keys' });
  await setDeadline(editor, path, '2091-05-10');
  await using page = await openAs(here(), 'editor', '/__admin/schedule?view=week&day=2091-05-10');
  const chip = page.getByRole('link', { name: 'Due: Moved by keys' });
  await chip.focus();
  await pressKeys(page, 'Alt+ArrowDown');
  await expect.poll(() => deadlineOf(editor, path), longTimeout).toBe('2091-05-17');
  await expect.poll(() => page.url(), longTimeout).toContain('day=2091-05-17');
  await page.locator('a[data-entry]:focus').waitFor();
  await pressKeys(page, 'Alt+ArrowLeft');
  await expect.poll(() => deadlineOf(editor, path), longTimeout).toBe('2091-05-16');
  await expectUsable(page, 'calendar-week');
});

test('a due date is set from the list and the editor, and people without the permission see only the day', async () => {
  const author = await signInEditor(server, 'author');
  const { path } = await author.created({ title: 'Set by hand' });
  await using page = await openAs(here(), 'editor', '/__admin/documents');
  await page.getByRole('button', { name: 'More actions for Set by hand' }).click();
  await page.getByRole('menuitem', { name: 'Set due date…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Due date of “Set by hand”' });
  await dialog.getByLabel('Due on').fill('2092-02-29');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Due on 29 February 2092').waitFor();
  await using own = await openAs(here(), 'author', `/__admin/edit/${path}`);
  const about = own.getByRole('region', { name: 'About' });
  await about.getByText('29 February 2092').waitFor();
  await expect
    .poll(() => about.getByRole('button', { name: 'Set due date…' }).getAttribute('aria-disabled'))
    .toBe('true');
});

test('ADD-CAL-4: the address for calendar programs is shown once, and stops working when it is removed', async () => {
  await using page = await openAs(here(), 'editor', '/__admin/schedule');
  await page.getByRole('button', { name: 'Subscribe…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Calendar in other programs' });
  await dialog.getByRole('button', { name: 'Create address' }).click();
  const address = await dialog.getByLabel('Address', { exact: true }).inputValue();
  await expectUsable(page, 'calendar-feed');
  const { pathname } = new URL(address);
  expect((await server.visitor().get(pathname)).text).toContain('BEGIN:VCALENDAR');
  await dialog.getByRole('button', { name: 'Close' }).first().click();
  await page.getByRole('button', { name: 'Subscribe…' }).click();
  await dialog.getByText('For safety, it is shown only when it is created.').waitFor();
  await dialog.getByRole('button', { name: 'Remove address' }).click();
  await page.getByText('The address no longer works').waitFor();
  expect((await server.visitor().get(pathname)).status).toBe(404);
});
