import { DomainEventRepository, EventConsumer } from '@galley/database';
import { silentLogger } from '@galley/kernel';
import { expect, test } from 'vitest';
import { editor, type Newsroom } from './newsroom.fixtures.ts';
import { indexedIn, path, roomWithDraft } from './editorial.fixtures.ts';
import { MeasuresReadModel } from './measures-read-model.ts';

const measure = ({ database, clock }: Newsroom) =>
  new MeasuresReadModel(database.db).read(clock.now());

test('an idle project reports empty measures', async () => {
  await using room = await roomWithDraft();
  await room.database.db.deleteFrom('domain_events').execute();
  expect(await measure(room)).toEqual({
    documents: { draft: 1 },
    unsettled: 0,
    planned: 0,
    overdue: 0,
    missed: 0,
    unreadNotifications: 0,
    overdueSince: null,
    nextDueAt: null,
    lastRunAt: null,
    consumers: [],
  });
});

test('GAP-SCHED-1: scheduled actions are planned, then overdue, then done with the time of the last run', async () => {
  await using room = await roomWithDraft();
  await room.editorial.changeStatus(editor, {
    path,
    status: 'scheduled',
    scheduledPublishAt: '2026-06-02T10:00:00Z',
    scheduledUnpublishAt: '2026-06-03T10:00:00Z',
  });
  const nextDueAt = new Date('2026-06-02T10:00:00Z');
  expect(await measure(room)).toMatchObject({ planned: 1, overdue: 0, nextDueAt, lastRunAt: null });

  room.clock.advance(Number(nextDueAt) - Number(room.clock.now()));
  const overdue = { planned: 0, overdue: 1, overdueSince: nextDueAt, nextDueAt: null };
  expect(await measure(room)).toMatchObject({ ...overdue, missed: 0 });

  await room.schedule.runDue();
  expect(await measure(room)).toMatchObject({
    documents: { published: 1 },
    planned: 1,
    overdue: 0,
    lastRunAt: nextDueAt,
    nextDueAt: new Date('2026-06-03T10:00:00Z'),
  });
});

test('a failed scheduled action counts as missed until its schedule is removed', async () => {
  await using room = await roomWithDraft();
  await room.editorial.changeStatus(editor, {
    path,
    status: 'scheduled',
    scheduledPublishAt: '2026-06-02T10:00:00Z',
  });
  const { documentId } = await indexedIn(room);
  const at = new Date('2026-06-02T10:00:00Z');
  room.clock.advance(2 * 86_400_000);
  const missed = { document_id: documentId, due_at: at, reason: 'no approval' };
  await room.database.db
    .insertInto('missed_schedules')
    .values({ ...missed, act: 'publish', noticed_at: at, tried_at: at })
    .execute();
  expect(await measure(room)).toMatchObject({ overdue: 1, missed: 1 });
  await room.editorial.changeStatus(editor, { path, status: 'draft' });
  expect(await measure(room)).toMatchObject({ overdue: 0, missed: 0, overdueSince: null });
});

test('documents with unwritten files are counted', async () => {
  await using room = await roomWithDraft();
  await room.database.db.updateTable('documents').set({ materialised: false }).execute();
  expect(await measure(room)).toMatchObject({ unsettled: 1 });
});

test('the lag of an event consumer is the number and age of its unhandled events', async () => {
  await using room = await roomWithDraft();
  const { db } = room.database;
  await db.deleteFrom('domain_events').execute();
  const { clock } = room;
  const consumer = new EventConsumer({
    db,
    name: 'notifications',
    clock,
    logger: silentLogger,
    handle: () => Promise.resolve(),
  });
  const append = (at: Date) =>
    new DomainEventRepository(db).append([
      { type: 'document.updated', at, actor: 'ada', subject: path, data: {} },
    ]);
  await append(clock.now());
  await consumer.catchUp();
  const behind = (events: number, since: Date | null) => ({
    consumers: [{ consumer: 'notifications', events, since }],
  });
  expect(await measure(room)).toMatchObject(behind(0, null));
  const since = new Date('2026-06-01T09:30:00Z');
  await append(since);
  await append(new Date('2026-06-01T09:31:00Z'));
  expect(await measure(room)).toMatchObject(behind(2, since));
});
