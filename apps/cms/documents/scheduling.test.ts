import { afterAll, beforeAll, expect, test } from 'vitest';
import type { contract, AnswerOf } from '@galley/contract';
import { draftBy, startEditorialSetup, type EditorialSetup } from '../editorial/fixtures.ts';
import { TestServer } from '../fixtures.ts';

type Schedule = AnswerOf<typeof contract.documents.schedule>;

const schedulePath = '/__admin/api/documents/schedule';

let office: EditorialSetup;
let other: TestServer;

beforeAll(async () => {
  office = await startEditorialSetup({ requireApproval: false });
  other = await TestServer.beside(office.server);
});

afterAll(async () => {
  await other[Symbol.asyncDispose]();
  await office.server[Symbol.asyncDispose]();
});

function inMilliseconds(milliseconds: number): string {
  return new Date(Date.now() + milliseconds).toISOString();
}

async function statusSince(server: TestServer, address: string, status: number): Promise<number> {
  for (;;) {
    if ((await server.visitor().get(address)).status === status) return Date.now();
  }
}

test('GAP-SCHED-1, CMS-ST-7: with two servers, a document is published and unpublished within two seconds of its times, each exactly once', async () => {
  const { edith } = office.staff;
  const path = await draftBy(edith);
  const publishAt = inMilliseconds(1_200);
  const unpublishAt = inMilliseconds(4_500);
  const { url, status } = await edith.moved(path, 'scheduled', {
    scheduled_publish_at: publishAt,
    scheduled_unpublish_at: unpublishAt,
  });
  expect(status).toBe('scheduled');
  const address = new URL(url as string, office.server.url).pathname;
  const servers = [office.server, other];
  for (const [planned, wanted] of [
    [publishAt, 200],
    [unpublishAt, 404],
  ] as const) {
    for (const since of await Promise.all(
      servers.map((one) => statusSince(one, address, wanted)),
    )) {
      const delay = since - new Date(planned).getTime();
      expect(delay).toBeGreaterThanOrEqual(0);
      expect(delay).toBeLessThan(2_000);
    }
  }
  const entries = await edith.history(path);
  expect(entries.map(({ author, status: state }) => [author, state])).toEqual([
    ['galley', 'draft'],
    ['galley', 'published'],
    ['edith', 'scheduled'],
    ['edith', 'draft'],
  ]);
});

test('GAP-SCHED-1: actions that were due while no server ran are public at the first response, and the history records the delay', async () => {
  const { edith } = office.staff;
  const path = await draftBy(edith);
  const planned = { scheduled_publish_at: inMilliseconds(3_600_000) };
  const { url } = await edith.moved(path, 'scheduled', planned);
  const { db } = office.server.database;
  const file = await office.server.read(`content/${path}`);
  const past = inMilliseconds(-3_600_000 * 3 - 1_000);
  await db
    .updateTable('documents')
    .set({ scheduled_publish_at: new Date(past) })
    .where('path', '=', path)
    .execute();
  const late = await TestServer.beside(office.server);
  expect((await late.visitor().get(new URL(url as string, late.url).pathname)).status).toBe(200);
  await late[Symbol.asyncDispose]();
  expect(file).toContain('workflow: scheduled');
  expect(await office.server.read(`content/${path}`)).toContain('workflow: published');
  const [entry] = await edith.history(path);
  expect(entry!.message).toMatch(/^Published as scheduled for .*, 3 hours late$/);
});

test('the schedule is visible to readers of the document, with the next action', async () => {
  const { edith, maria, jan } = office.staff;
  const path = await draftBy(maria);
  const at = '2998-05-01T10:00:00.000Z';
  await edith.moved(path, 'scheduled', { scheduled_publish_at: '2998-05-01 10:00' });
  const [edithSees, mariaSees, janSees] = await Promise.all(
    [edith, maria, jan].map(async ({ client }) =>
      (await client.get(schedulePath)).json<Schedule>(),
    ),
  );
  const act = { path, act: 'publish', status: 'scheduled', due_at: at, is_overdue: false };
  expect(edithSees!.items).toContainEqual(expect.objectContaining(act));
  expect(mariaSees!.items).toContainEqual(expect.objectContaining(act));
  expect(janSees!.items).toEqual([]);
  expect(edithSees!.next_due_at).toBe(at);
  expect(mariaSees!.next_due_at).toBe(at);
  expect(janSees!.next_due_at).toBeNull();
  expect((await edith.detail(path)).scheduled_publish_at).toBe(at);

  await edith.moved(path, 'scheduled', { scheduled_publish_at: '2999-01-01' });
  expect((await edith.detail(path)).scheduled_publish_at).toBe('2999-01-01T00:00:00.000Z');
  const taken = await edith.moved(path, 'draft');
  expect(taken.scheduled_publish_at).toBeNull();
});
