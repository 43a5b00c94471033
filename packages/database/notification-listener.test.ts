import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { silentLogger } from '@galley/kernel';
import { createTestDatabase, ManualClock, onServer, type TestDatabase } from '@galley/testing';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { NotificationListener } from './notification-listener.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.close());

function listen(address: () => string) {
  const heard: (string | undefined)[] = [];
  const errors: string[] = [];
  const clock = new ManualClock();
  const listener = new NotificationListener({
    id: 'test-listener',
    address,
    channel: 'a "channel"',
    onNotified: (payload) => heard.push(payload),
    clock,
    logger: { ...silentLogger, error: (message) => errors.push(message) },
  });
  const end = new AbortController();
  listener.loop.start(end.signal);
  const hears = (...payloads: (string | undefined)[]) =>
    vi.waitFor(() => expect(heard).toEqual(payloads), { timeout: 30_000, interval: 5 });
  const stop = async (): Promise<void> => {
    end.abort();
    await listener.loop.stopped;
  };
  return { clock, hears, stop, errors };
}

function tell(payload: string): Promise<void> {
  return onServer(database.url, `select pg_notify('a "channel"', '${payload}')`);
}

async function connections(): Promise<number> {
  const { rows } = await sql`
    select from pg_stat_activity
    where application_name = 'galley notifications' and datname = current_database()
  `.execute(database.db);
  return rows.length;
}

test('notifications are passed on in order until the end', async () => {
  const { hears, stop } = listen(() => database.url);
  await hears(undefined);
  await tell('one');
  await tell('two');
  await hears(undefined, 'one', 'two');
  await stop();
  await vi.waitUntil(async () => (await connections()) === 0, { timeout: 30_000 });
});

test('a lost connection is reopened, and reports that notifications may be missing', async () => {
  const { clock, hears, stop } = listen(() => database.url);
  await hears(undefined);
  await onServer(
    database.url,
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'galley notifications' and datname = current_database()`,
  );
  await clock.sleeping();
  clock.advance(1_000);
  await hears(undefined, undefined);
  await tell('later');
  await hears(undefined, undefined, 'later');
  await stop();
});

test('an unreachable server is retried, at its current address', async () => {
  const addresses = ['postgres://nobody@127.0.0.1:1/nothing', database.url];
  const { clock, hears, stop } = listen(() => addresses.shift()!);
  await clock.sleeping();
  clock.advance(1_000);
  await hears(undefined);
  await stop();
});

test('stopping during the connection attempt is not an error', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const connected = once(server, 'connection');
  const { stop, errors } = listen(() => `postgres://nobody@127.0.0.1:${port}/nothing`);
  await connected;
  await stop();
  server.close();
  expect(errors).toEqual([]);
});
