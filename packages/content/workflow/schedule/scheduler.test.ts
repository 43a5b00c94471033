import { expect, test } from 'vitest';
import type { Database } from '@galley/database';
import { analyze, createTestDatabase, insertManyDocuments, planSteps } from '@galley/testing';
import { editor } from '../newsroom.fixtures.ts';
import { path, roomWithDraft } from '../editorial.fixtures.ts';
import { ScheduleReadModel } from './schedule-read-model.ts';
import { scheduleRunner } from './scheduler.ts';

test('the scheduler checks at once and twice a second until it is stopped', async () => {
  await using room = await roomWithDraft();
  await room.editorial.changeStatus(editor, {
    path,
    status: 'scheduled',
    scheduledPublishAt: new Date(room.clock.now().getTime() + 1_500).toISOString(),
  });
  const { schedule, clock, logger } = room;
  const stop = new AbortController();
  const scheduler = scheduleRunner({ schedule, clock, logger });
  scheduler.start(stop.signal);
  const publicAfter = async (milliseconds: number): Promise<boolean> => {
    await clock.sleeping();
    clock.advance(milliseconds);
    await clock.sleeping();
    return (await room.published.findByPath(path)) !== undefined;
  };
  expect(await publicAfter(1_000)).toBe(false);
  expect(await publicAfter(1_000)).toBe(true);
  stop.abort();
  await scheduler.stopped;
});

test('an unavailable database is logged once, and the scheduler continues when it is back', async () => {
  await using room = await roomWithDraft();
  const { schedule, clock, logger } = room;
  const { db } = room.database;
  await db.schema.alterTable('missed_schedules').renameTo('away').execute();
  const stop = new AbortController();
  const scheduler = scheduleRunner({ schedule, clock, logger });
  scheduler.start(stop.signal);
  for (let failures = 0; failures < 3; failures += 1) {
    await clock.sleeping();
    clock.advance(1_000);
  }
  await clock.sleeping();
  await db.schema.alterTable('away').renameTo('missed_schedules').execute();
  await room.editorial.changeStatus(editor, {
    path,
    status: 'scheduled',
    scheduledPublishAt: new Date(clock.now().getTime() + 500).toISOString(),
  });
  clock.advance(1_000);
  await clock.sleeping();
  stop.abort();
  await scheduler.stopped;
  expect(room.log.filter(({ level }) => level === 'error')).toHaveLength(1);
  expect(await room.published.findByPath(path)).toBeDefined();
});

test('finding due actions uses indexes of schedules, for any number of documents', async () => {
  const database = await createTestDatabase();
  await insertManyDocuments(database.url, { count: 5_000, words: 1 });
  const now = new Date('2026-06-01T08:00:00Z');
  await database.db
    .updateTable('documents')
    .set({ status: 'scheduled', scheduled_publish_at: now, public_hash: 'h' })
    .set({ scheduled_unpublish_at: now })
    .where('slug', 'in', ['slug-7', 'slug-77'])
    .execute();
  await analyze(database, 'documents');
  const due = (db: Database) =>
    new ScheduleReadModel(db).listDue(now, { limit: 100, retriedSince: now });
  expect(await due(database.db)).toHaveLength(4);
  const steps = await planSteps(database, due);
  const scanned = steps.filter((step) => step['Node Type'] === 'Seq Scan');
  expect(scanned.map((step) => step['Relation Name'])).not.toContain('documents');
  expect(steps.map((step) => step['Index Name'])).toEqual(
    expect.arrayContaining(['documents_due_to_publish', 'documents_due_to_unpublish']),
  );
  await database.close();
});
