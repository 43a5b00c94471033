import { expect, onTestFinished, test } from 'vitest';
import { DomainEventRepository } from '@galley/database';
import { silentLogger, type IntegrationEvent, type NewDomainEvent } from '@galley/kernel';
import type { Json } from '@galley/plugins';
import { createTestDatabase, ManualClock } from '@galley/testing';
import { PluginCallers } from './calling-people.ts';
import { PluginEvents } from './plugin-events.ts';

const eventOf = (subject: string, more: Partial<NewDomainEvent> = {}): NewDomainEvent => ({
  type: 'document.updated',
  at: new Date(0),
  actor: 'ada',
  subject,
  data: { path: subject, document_id: 1 },
  ...more,
});

test('each event is delivered once, in order, by one process, and only if a plugin subscribes to it', async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.close());
  const { db } = database;
  const told: Json[] = [];
  const host = {
    has: (hook: string) => hook !== 'media.uploaded',
    notify: (_hook: IntegrationEvent, event: Json) => {
      told.push(event);
      return Promise.resolve();
    },
  };
  const options = {
    db,
    host,
    people: new PluginCallers(),
    clock: new ManualClock(),
    logger: silentLogger,
  };
  const processes = [new PluginEvents(options), new PluginEvents(options)];
  const all = () => Promise.all(processes.map((one) => one.catchUp()));
  const events = new DomainEventRepository(db);
  await events.append([
    eventOf('a'),
    eventOf('b', { type: 'media.uploaded' }),
    eventOf('c', { type: 'user.created' }),
    eventOf('d', { actor: 'plugin:other' }),
    eventOf('e', { type: 'document.created' }),
  ]);
  await all();
  await all();
  await events.append([eventOf('f', { type: 'document.published' })]);
  await all();
  const common = { at: '1970-01-01T00:00:00.000Z', actor: 'ada' };
  expect(told).toEqual([
    { ...common, event_id: 1, event: 'document.updated', path: 'a' },
    { ...common, event_id: 5, event: 'document.created', path: 'e' },
    { ...common, event_id: 6, event: 'document.published', path: 'f' },
  ]);
});

test('a delivery interrupted by a process exit is repeated, and earlier ones are not', async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.close());
  const { db } = database;
  const told: unknown[] = [];
  let isDying = true;
  const host = {
    has: () => true,
    notify: (_hook: IntegrationEvent, event: Json) => {
      told.push((event as { path: string }).path);
      return isDying && told.length === 2
        ? Promise.reject(new Error('the end'))
        : Promise.resolve();
    },
  };
  const options = {
    db,
    host,
    people: new PluginCallers(),
    clock: new ManualClock(),
    logger: silentLogger,
  };
  await new DomainEventRepository(db).append(['a', 'b', 'c'].map((path) => eventOf(path)));
  await expect(new PluginEvents(options).catchUp()).rejects.toThrow('the end');
  isDying = false;
  await new PluginEvents(options).catchUp();
  expect(told).toEqual(['a', 'b', 'b', 'c']);
});
