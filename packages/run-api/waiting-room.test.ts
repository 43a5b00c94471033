import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Response } from 'express';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ManualClock } from '@galley/testing';
import { WaitingRoom, type Wait } from './waiting-room.ts';

const clock = new ManualClock();
const server = createServer();
let room: WaitingRoom;
let isWelcome: boolean;

beforeEach(async () => {
  room = new WaitingRoom(clock, 2);
  isWelcome = true;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterEach(async () => {
  server.removeAllListeners('request');
  server.closeAllConnections();
  await once(server.close(), 'close');
});

interface Visit {
  readonly client: IncomingMessage;
  readonly response: Response;
  readonly wait: Wait;
  readonly checks: () => number;
}

async function visit(): Promise<Visit> {
  const entered = Promise.withResolvers<Omit<Visit, 'client'>>();
  // Avoids an unhandled rejection; the promise is awaited after the response.
  entered.promise.catch(() => undefined);
  let checks = 0;
  server.once('request', (_request, plain) => {
    const response = plain as unknown as Response;
    response.write('welcome');
    const checkAgain = (): Promise<void> => {
      checks += 1;
      return isWelcome ? Promise.resolve() : Promise.reject(new Error('revoked'));
    };
    try {
      const wait = room.enter({ response, checkAgain });
      entered.resolve({ response, wait, checks: () => checks });
    } catch (error) {
      entered.reject(error);
    }
  });
  const request = get({ port: (server.address() as AddressInfo).port, agent: false });
  // The room destroys the connection of an expelled client.
  request.on('error', () => undefined);
  const [client] = (await once(request, 'response')) as [IncomingMessage];
  client.on('error', () => undefined);
  return { client, ...(await entered.promise) };
}

async function quarterMinute(checked?: () => number): Promise<void> {
  const before = checked?.() ?? 0;
  await clock.sleeping();
  clock.advance(15_000);
  if (checked) await vi.waitFor(() => expect(checked()).toBe(before + 1), 30_000);
}

test('limits the number of waiting clients, and frees a slot when one leaves (GAP-RC-API-10)', async () => {
  const [one, two] = [await visit(), await visit()];
  expect(room.taken).toBe(2);
  await expect(visit()).rejects.toMatchObject({
    code: 'too_many_waiting',
    kind: 'unavailable',
    details: { retry_after: 10 },
  });
  one.wait[Symbol.dispose]();
  expect([one.wait.signal.aborted, room.taken]).toEqual([true, 1]);
  const three = await visit();
  for (const { wait } of [two, three]) wait[Symbol.dispose]();
  expect(room.taken).toBe(0);
});

test('a wait ends when the client disconnects', async () => {
  const { client, wait } = await visit();
  client.destroy();
  await vi.waitFor(() => expect(wait.signal.aborted).toBe(true), 30_000);
  wait[Symbol.dispose]();
});

test('a wait ends within 15 seconds of the end of the session (GAP-RC-API-4)', async () => {
  const { wait, checks, response } = await visit();
  await quarterMinute(checks);
  expect(wait.signal.aborted).toBe(false);
  isWelcome = false;
  await quarterMinute(checks);
  await vi.waitFor(() => expect(wait.signal.aborted).toBe(true), 30_000);
  // The waiting handler has to end the response itself.
  expect(response.destroyed).toBe(false);
  wait[Symbol.dispose]();
});

test('disconnects a client that reads nothing for a minute, or when its session ends', async () => {
  for (const quarters of [1, 4]) {
    isWelcome = quarters > 1;
    const { client, wait, response } = await visit();
    client.pause();
    while (response.write(Buffer.alloc(1_000_000)));
    for (let quarter = 0; quarter < quarters; quarter += 1) {
      expect(wait.signal.aborted).toBe(false);
      await quarterMinute();
    }
    await vi.waitFor(() => expect(response.destroyed).toBe(true), 30_000);
    expect(wait.signal.aborted).toBe(true);
    wait[Symbol.dispose]();
  }
});

test('all waits end when the room closes, and later ones immediately', async () => {
  const one = await visit();
  expect(one.wait.signal.aborted).toBe(false);
  room.close();
  const two = await visit();
  expect([one, two].map(({ wait }) => wait.signal.aborted)).toEqual([true, true]);
  for (const { wait } of [one, two]) wait[Symbol.dispose]();
});
