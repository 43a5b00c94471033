import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Response } from 'express';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { silentLogger } from '@galley/kernel';
import { RunEventFeed, RunEventRepository, RunEventWaker } from '@galley/runcoord';
import { createTestDatabase, ManualClock, type TestDatabase } from '@galley/testing';
import { eventMessages } from './event-messages.ts';
import { WaitingRoom } from './waiting-room.ts';

const server = createServer();
let clock: ManualClock;
let database: TestDatabase;
let waker: RunEventWaker;
let waitingRoom: WaitingRoom;
let client: IncomingMessage;
let response: Response;
let end: AbortController;

beforeEach(async () => {
  clock = new ManualClock();
  database = await createTestDatabase();
  const at = clock.now();
  const run = { id: 'run-1', goal: '', status: 'active', started_at: at, transitioned_at: at };
  await database.db.insertInto('runs').values(run).execute();
  end = new AbortController();
  waker = new RunEventWaker({ db: database.db, clock, logger: silentLogger });
  waker.loop.start(end.signal);
  waitingRoom = new WaitingRoom(clock);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  server.once('request', (_request, plain) => {
    response = plain as unknown as Response;
    response.flushHeaders();
  });
  const request = get({ port: (server.address() as AddressInfo).port, agent: false });
  [client] = (await once(request, 'response')) as [IncomingMessage];
  client.on('error', () => undefined);
});

afterEach(async () => {
  end.abort();
  server.closeAllConnections();
  await once(server.close(), 'close');
  await database.close();
});

function follow(isWelcome = (): boolean => true) {
  const events = new RunEventFeed({ db: database.db, clock, waker });
  const checkAgain = (): Promise<void> =>
    isWelcome() ? Promise.resolve() : Promise.reject(new Error('revoked'));
  const guest = { response, checkAgain };
  return eventMessages({ runId: 'run-1', after: 0, limit: 2 }, guest, { events, waitingRoom });
}

async function readAll(messages: AsyncGenerator<string, void>): Promise<string> {
  const next = await messages.next();
  return next.done ? expect.fail('the stream has ended') : next.value;
}

function append(type: string, payload: unknown = {}): Promise<number> {
  return database.db.transaction().execute(async (transaction) => {
    await new RunEventRepository(transaction).lock();
    const row = { run_id: 'run-1', type, payload: JSON.stringify(payload), at: clock.now() };
    const added = transaction.insertInto('run_events').values(row).returning('id');
    return (await added.executeTakeFirstOrThrow()).id;
  });
}

test('the stream starts immediately, and sends each event with its id, type and one line of JSON (GAP-RC-API-10)', async () => {
  const id = await append('orchestrator.retry', { error: 'a\nb password=x' });
  const messages = follow();
  expect((await messages.next()).value).toBe(':\n\n');
  const data = {
    id: String(id),
    run_id: 'run-1',
    type: 'orchestrator.retry',
    payload: { error: 'a\nb password=[redacted]' },
    at: '2026-01-01T12:00:00.000Z',
  };
  const value = await readAll(messages);
  expect(value).toBe(`id: ${id}\nevent: orchestrator.retry\ndata: ${JSON.stringify(data)}\n\n`);
  await messages.return(undefined);
});

test('no type can break out of its line', async () => {
  await append('a\r\ndata: forged\n\n');
  const messages = follow();
  await messages.next();
  const value = await readAll(messages);
  expect(value.split('\n')[1]).toBe('event: a data: forged ');
  await messages.return(undefined);
});

test('reads a page only after the previous one was consumed (GAP-RC-API-10)', async () => {
  for (const type of ['one', 'two']) await append(type);
  const messages = follow();
  await messages.next();
  const types = async () => [...(await readAll(messages)).matchAll(/^event: (.*)/gm)];
  const named = async () => (await types()).map(([, type]) => type);
  expect(await named()).toEqual(['one', 'two']);
  for (const type of ['three', 'four', 'five']) await append(type);
  expect(await named()).toEqual(['three', 'four']);
  expect(await named()).toEqual(['five']);
  await messages.return(undefined);
});

test('sends a comment every 15 seconds without events, then the next events (GAP-RC-API-10)', async () => {
  const messages = follow();
  await messages.next();
  for (let quarter = 0; quarter < 3; quarter += 1) {
    const next = messages.next();
    await vi.waitFor(() => {
      clock.advance(15_000);
      return Promise.race([next, Promise.reject(new Error('nothing yet'))]);
    }, 30_000);
    expect((await next).value).toBe(':\n\n');
  }
  const next = messages.next();
  await append('one');
  waker.hint();
  expect((await next).value).toContain('event: one');
  await messages.return(undefined);
});

test.each([
  ['the client leaves', () => client.destroy()],
  ['the room closes', () => waitingRoom.close()],
])('the stream ends when %s, and frees its slot', async (_when, happen) => {
  const messages = follow();
  await messages.next();
  const next = messages.next();
  expect(waitingRoom.taken).toBe(1);
  happen();
  expect(await next).toEqual({ value: undefined, done: true });
  expect(waitingRoom.taken).toBe(0);
});

test('the stream ends within 15 seconds of the session, without later events (GAP-RC-API-4)', async () => {
  let isWelcome = true;
  const messages = follow(() => isWelcome);
  await messages.next();
  const next = messages.next();
  isWelcome = false;
  await clock.sleeping();
  clock.advance(14_999);
  expect(response.destroyed).toBe(false);
  clock.advance(1);
  const rest = await next;
  if (!rest.done) expect(rest.value).toBe(':\n\n');
  await append('one');
  expect(await messages.next()).toEqual({ value: undefined, done: true });
});
