import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AnswerOf, contract } from '@galley/contract';
import {
  address,
  draftBy,
  startEditorialSetup,
  type Editor,
  type EditorialSetup,
} from '../editorial/fixtures.ts';
import { expectProblem } from '../fixtures.ts';

type Calendar = AnswerOf<typeof contract.documents.calendar>;
type Created = AnswerOf<typeof contract.account.createCalendarFeed>;

const feedPath = '/__admin/api/account/calendar';

let office: EditorialSetup;

beforeAll(async () => {
  office = await startEditorialSetup({ requireApproval: false });
});

afterAll(() => office.server[Symbol.asyncDispose]());

const setDeadline = (editor: Editor, path: string, dueOn: string | null) =>
  editor.client.post(`${address}/deadline`, { path, due_on: dueOn });

async function calendarOf(editor: Editor, from: string, to: string): Promise<Calendar> {
  const answer = await editor.client.get(`${address}/calendar?from=${from}&to=${to}`);
  expect(answer.status).toBe(200);
  return answer.json<Calendar>();
}

async function createFeed(editor: Editor): Promise<string> {
  const answer = await editor.client.post(feedPath, {});
  expect(answer.status).toBe(200);
  return new URL(answer.json<Created>().address).pathname;
}

test('ADD-CAL-1: the calendar lists deadlines and scheduled actions of readable documents by day', async () => {
  const { edith, maria, jan } = office.staff;
  const [first, second] = [await draftBy(maria), await draftBy(edith)];
  const set = await setDeadline(edith, first, '2090-03-04');
  expect(set.json()).toMatchObject({
    path: first,
    deadline: { due_on: '2090-03-04', set_by: 'edith' },
  });
  const { revision } = await edith.moved(second, 'scheduled', {
    scheduled_publish_at: '2090-03-04T10:30:00Z',
    scheduled_unpublish_at: '2090-03-06T23:30:00Z',
  });
  const { items, is_complete: isComplete } = await calendarOf(edith, '2090-03-01', '2090-03-31');
  expect(isComplete).toBe(true);
  expect(items).toMatchObject([
    { kind: 'due', path: first, day: '2090-03-04', at: null, person: 'maria', is_overdue: false },
    { kind: 'publish', path: second, revision, day: '2090-03-04', at: '2090-03-04T10:30:00.000Z' },
  ]);
  expect((await calendarOf(maria, '2090-03-01', '2090-03-31')).items).toMatchObject([
    { path: first },
  ]);
  expect((await calendarOf(jan, '2090-03-01', '2090-03-31')).items).toEqual([]);
  expect((await calendarOf(edith, '2090-03-05', '2090-03-31')).items).toEqual([]);
  expect((await calendarOf(edith, '2090-03-01', '2090-03-03')).items).toEqual([]);
});

test('ADD-CAL-2: only people who may assign set deadlines, and days and ranges are checked', async () => {
  const { edith, maria, jan } = office.staff;
  const path = await draftBy(maria);
  expectProblem(await setDeadline(maria, path, '2090-01-01'), 403, 'forbidden');
  expectProblem(await setDeadline(jan, path, '2090-01-01'), 404, 'not_found');
  expectProblem(await setDeadline(edith, path, '2090-02-30'), 400, 'invalid_request');
  expectProblem(await setDeadline(edith, 'posts/none.md', '2090-01-01'), 404, 'not_found');
  expectProblem(
    await edith.client.get(`${address}/calendar?from=2090-01-02&to=2090-01-01`),
    400,
    'invalid_request',
  );
  expectProblem(
    await edith.client.get(`${address}/calendar?from=2090-01-01&to=2091-12-31`),
    400,
    'invalid_request',
  );
  expect((await setDeadline(edith, path, '2000-01-01')).status).toBe(200);
  const [late] = (await calendarOf(maria, '2000-01-01', '2000-01-01')).items;
  expect(late).toMatchObject({ path, is_overdue: true });
  expect((await setDeadline(edith, path, null)).json()).toEqual({ path, deadline: null });
  expect((await calendarOf(maria, '2000-01-01', '2000-01-01')).items).toEqual([]);
});

test('ADD-CAL-4: the secret address answers what its owner may read, as iCalendar, until it is replaced or removed', async () => {
  const { edith, jan, maria } = office.staff;
  const path = await draftBy(maria);
  const soon = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  await setDeadline(edith, path, soon);
  const [of, others] = [await createFeed(maria), await createFeed(jan)];
  const visitor = office.server.visitor();
  const read = await visitor.get(of);
  expect(read.status).toBe(200);
  expect(read.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
  expect(read.headers.get('cache-control')).toBe('private, no-cache');
  expect(read.text).toMatch(/^BEGIN:VCALENDAR\r\n[^]*\r\nEND:VCALENDAR$/);
  const unfolded = read.text.replaceAll('\r\n ', '');
  expect(unfolded).toContain(`DTSTART;VALUE=DATE:${soon.replaceAll('-', '')}`);
  expect(unfolded).toMatch(/SUMMARY:Due: Draft \d+\r\n/);
  expect(unfolded).toContain(`/edit/${path}`);
  expect((await visitor.get(others)).text).not.toContain('VEVENT');

  const { created_at: createdAt } = (await maria.client.get(feedPath)).json<Created>();
  expect(Date.parse(createdAt!)).toBeGreaterThan(Date.now() - 60_000);
  const next = await createFeed(maria);
  expect((await visitor.get(of)).status).toBe(404);
  expect((await visitor.get(next)).status).toBe(200);
  expect((await maria.client.post(`${feedPath}/delete`, {})).json()).toEqual({ ok: true });
  expect((await visitor.get(next)).status).toBe(404);
  expect((await maria.client.get(feedPath)).json()).toEqual({ created_at: null });
  const stored = await office.server.database.db.selectFrom('calendar_feeds').selectAll().execute();
  expect(JSON.stringify(stored)).not.toContain(/__calendar\/(.*)\.ics/.exec(others)![1]);
});

test('ADD-CAL-4: the address of a disabled account, an unknown one and other methods answer 404', async () => {
  const { server, staff } = office;
  const of = await createFeed(staff.remi);
  const visitor = server.visitor();
  expect((await visitor.get(of)).status).toBe(200);
  await server.disableUser('remi');
  expect((await visitor.get(of)).status).toBe(404);
  expect((await visitor.get(`/__calendar/${'a'.repeat(43)}.ics`)).status).toBe(404);
  expect((await visitor.get('/__calendar/')).status).toBe(404);
  expect((await visitor.post(of, {})).status).toBe(404);
});
