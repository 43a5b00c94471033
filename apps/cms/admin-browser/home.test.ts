import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { TestBrowser } from '@galley/testing';
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
const here = (): TestSite => ({ browser, server });

const longTimeout = { timeout: 30_000 };

const lateTitle = 'Too late <img src="" onerror="document.title=\'owned\'">';

beforeAll(async () => {
  browser = await TestBrowser.start();
  server = await startWithAdmin({ files: { 'galley.yaml': '', ...requireApprovalFiles } });
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await browser[Symbol.asyncDispose]();
});

function inDays(days: number): string {
  const date = new Date(Date.now() + days * 86_400_000);
  date.setUTCHours(10, 0, 0, 0);
  return date.toISOString();
}

test('an empty site shows first steps according to the role of the user', async () => {
  await using page = await openAs(here(), 'ada', '/__admin/');
  await page.getByRole('list', { name: 'First steps' }).waitFor();
  await page.getByText('All checks pass').waitFor();
  await expectUsable(page, 'home-empty');
  await page.goto('/__admin/schedule?view=agenda');
  await page.getByText('Nothing planned').waitFor();
  await page.goto('/__admin/notifications');
  await page.getByText('No notifications yet').waitFor();
  await page.goto('/__admin/review');
  await page.getByText('No reviews pending').waitFor();
  await using others = await openAs(here(), 'author', '/__admin/');
  await others.getByText('You have no documents yet').waitFor();
  await others.getByRole('button', { name: 'Write your first document' }).click();
  await others.getByRole('dialog', { name: 'New document' }).waitFor();
});

test('Home and the calendar show tasks, upcoming and overdue actions', async () => {
  const [author, editor] = [
    await signInEditor(server, 'author'),
    await signInEditor(server, 'editor'),
  ];
  const { path } = await author.created({ title: 'Waits for eyes' });
  await author.moved(path, 'in_review');
  await author.created({ title: 'Being written' });
  const planned = await author.created({ title: 'Comes soon' });
  await author.moved(planned.path, 'in_review');
  expect((await editor.decide(planned.path, 'approve')).status).toBe(200);
  await editor.moved(planned.path, 'scheduled', { scheduled_publish_at: inDays(2) });
  const late = await author.created({ title: lateTitle });
  await author.moved(late.path, 'in_review');
  expect((await editor.decide(late.path, 'approve')).status).toBe(200);
  await editor.moved(late.path, 'scheduled', { scheduled_publish_at: inDays(1) });
  // A schedule in the past whose approval is no longer valid.
  await server.database.db
    .updateTable('documents')
    .set({ scheduled_publish_at: new Date('2026-01-01T08:00:00Z') })
    .set({ approved_by: null, approved_at: null, approved_revision: null })
    .where('path', '=', late.path)
    .execute();
  await expect
    .poll(
      async () => (await editor.client.get('/__admin/api/documents/schedule')).text,
      longTimeout,
    )
    .toContain('its revision is not approved');

  {
    await using page = await openAs(here(), 'editor', '/__admin/');
    await page
      .getByRole('link', { name: /^Waits for eyes/ })
      .first()
      .waitFor();
    await page.getByRole('link', { name: /^Comes soon.*Publish/ }).waitFor();
    await page.getByText('1 scheduled action is overdue').waitFor();
    await expectUsable(page, 'home');
    await pressKeys(page, 'g', 'c');
    await page.getByRole('heading', { name: 'Calendar', level: 1 }).waitFor();
    await page.getByText('its revision is not approved').waitFor();
    await page.getByRole('grid').waitFor();
    await expectUsable(page, 'calendar-month');
    await page
      .getByRole('gridcell', { name: /, 1 entry/ })
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Agenda' }).click();
    await page.getByRole('link', { name: /^10:00 ?Comes soon ?Publish/ }).waitFor();
    await expectUsable(page, 'calendar-agenda');
    expect(await page.title()).toBe('Calendar · Galley');
    await pressKeys(page, 'j', 'Enter');
    await page.waitForURL(/\/edit\/posts\/comes-soon\.md$/);
  }
  await using page = await openAs(here(), 'author', {
    path: '/__admin/',
    options: { locale: 'de-DE' },
  });
  await page.getByRole('heading', { name: /^Guten (Morgen|Tag|Abend), author$/ }).waitFor();
  await page
    .getByRole('link', { name: /^Being written.*Entwurf/ })
    .first()
    .waitFor();
});

test('the calendar supports keyboard navigation, and keeps the month in the address', async () => {
  await using page = await openAs(here(), 'editor', '/__admin/schedule?month=2027-01');
  await page.getByRole('heading', { name: 'January 2027' }).waitFor();
  const day = page.getByRole('gridcell', { name: '1 January 2027', exact: true });
  await day.focus();
  await pressKeys(page, 'ArrowRight', 'ArrowDown');
  const focused = page.locator('[role=gridcell]:focus');
  await expect.poll(() => focused.getAttribute('data-day'), longTimeout).toBe('2027-01-09');
  await pressKeys(page, 'PageDown');
  await page.getByRole('heading', { name: 'February 2027' }).waitFor();
  await expect.poll(() => page.url(), longTimeout).toContain('month=2027-02');
});

test('notifications are marked as read one by one and all at once, and the bell shows the count', async () => {
  const author = await signInEditor(server, 'author');
  await server.addUser({ username: 'bella', role: 'reviewer' });
  for (const title of ['Bell one', 'Bell two', 'Bell three']) {
    const { path } = await author.created({ title });
    await author.moved(path, 'in_review', { note: `Of ${title}` });
  }
  const { client: told } = await signInEditor(server, 'bella');
  await using page = await openAs(here(), 'bella', '/__admin/notifications?show=unread');
  // Her second sign-in is one on a new device.
  for (const text of ['Bell three', 'new_device'])
    await expect
      .poll(async () => (await told.get('/__admin/api/notifications')).text, longTimeout)
      .toContain(text);
  const row = page.getByRole('listitem').filter({ hasText: 'Bell two' });
  await row.waitFor();
  const unread = async (): Promise<number> => {
    const answer = await told.get('/__admin/api/notifications');
    return answer.json<{ unread: number }>().unread;
  };
  const before = await unread();
  await expectUsable(page, 'notifications');
  await row.getByRole('button', { name: 'Mark as read' }).click();
  await row.waitFor({ state: 'detached' });
  await page.getByRole('link', { name: `Notifications, ${before - 1} unread` }).waitFor();
  await page.getByRole('link', { name: /^Bell one/ }).click();
  await page.getByRole('heading', { name: 'Bell one', level: 1 }).waitFor();
  await page.goBack();
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await page.getByText('No unread notifications').first().waitFor();
  expect(await unread()).toBe(0);
  await page.getByRole('link', { name: 'All', exact: true }).click();
  await row.waitFor();
});

test('a notification that arrives while the list is open appears with the bell', async () => {
  const author = await signInEditor(server, 'author');
  await using page = await openAs(here(), 'reviewer', '/__admin/');
  await page.clock.install();
  await page.goto('/__admin/notifications');
  await page.getByRole('button', { name: 'Mark all as read' }).waitFor();
  const { path } = await author.created({ title: 'Bell while looking' });
  await author.moved(path, 'in_review');
  const { client: told } = await signInEditor(server, 'reviewer');
  await expect
    .poll(async () => (await told.get('/__admin/api/notifications')).text, longTimeout)
    .toContain('Bell while looking');
  const row = page.getByRole('listitem').filter({ hasText: 'Bell while looking' });
  await page.clock.fastForward(10_000);
  await row.waitFor();
  await page.getByRole('link', { name: /^Notifications, \d+ unread/ }).waitFor();
});

test('an unreachable server is reported, and requests continue when it is back', async () => {
  await (await signInEditor(server, 'editor')).created({ title: 'Still there' });
  await using page = await openAs(here(), 'editor', '/__admin/');
  await page
    .getByRole('link', { name: /^Still there/ })
    .first()
    .waitFor();
  await page.route(/__health|\/api\//, (route) => route.abort('aborted'));
  await pressKeys(page, 'g', 'd');
  const notice = page.getByText('Can’t reach the server. Unsaved text');
  await notice.waitFor();
  await page.getByText('Couldn’t load this').waitFor();
  await expectUsable(page, 'away');
  await page.unrouteAll();
  await page.getByRole('link', { name: 'Still there' }).waitFor();
  await notice.waitFor({ state: 'detached' });
});
