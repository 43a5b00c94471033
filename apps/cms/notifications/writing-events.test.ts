import { once } from 'node:events';
import { get, type ClientRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type Response } from 'express';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { httpProblems } from '@galley/http';
import type { Written } from '@galley/plugins';
import { ManualClock } from '@galley/testing';
import { untilDisconnected, writingEvents } from './writing-events.ts';

const written: Written = {
  tokensUsed: 5,
  model: 'small',
  isTruncated: false,
  generatedAt: new Date('2026-01-01T12:00:00Z'),
};

let clock: ManualClock;
let client: ClientRequest;
let response: Response;
let signal: AbortSignal;
let stop: () => Promise<void>;

beforeEach(async () => {
  clock = new ManualClock();
  const arrival = Promise.withResolvers<Response>();
  const app = express().get('/', (_request, arrived) => arrival.resolve(arrived));
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  client = get({ port: (server.address() as AddressInfo).port, agent: false });
  client.on('error', () => undefined);
  response = await arrival.promise;
  response.locals['requestId'] = 'of-the-test';
  signal = untilDisconnected(response);
  stop = async () => {
    client.destroy();
    server.closeAllConnections();
    await once(server.close(), 'close');
  };
});

afterEach(() => stop());

function eventsOf(
  pieces: AsyncGenerator<string, Written, undefined>,
): AsyncGenerator<string, void> {
  return writingEvents(pieces, { clock, signal, response });
}

function author() {
  const told = Promise.withResolvers<string>();
  let isOver = false;
  async function* write(): AsyncGenerator<string, Written, undefined> {
    try {
      yield await told.promise;
      return written;
    } finally {
      isOver = true;
    }
  }
  return { pieces: write(), write: told.resolve, fail: told.reject, isOver: () => isOver };
}

test('a client that waits receives a keep-alive comment every fifteen seconds', async () => {
  const { pieces, write } = author();
  const events = eventsOf(pieces);
  for (let beat = 0; beat < 3; beat += 1) {
    const next = events.next();
    await clock.sleeping();
    clock.advance(15_000);
    expect(await next).toEqual({ done: false, value: ':\n\n' });
  }
  write('Ink\n\n"é"');
  expect((await events.next()).value).toBe('event: text\ndata: {"text":"Ink\\n\\n\\"é\\""}\n\n');
  expect((await events.next()).value).toMatch(/^event: done\ndata: \{"content":"Ink/);
  expect((await events.next()).done).toBe(true);
});

test('a problem is thrown before the first byte, and sent as an event afterwards', async () => {
  for (const isBegun of [false, true]) {
    if (isBegun) response.flushHeaders();
    const { pieces, fail } = author();
    const events = eventsOf(pieces);
    const next = events.next();
    next.catch(() => undefined);
    fail(httpProblems.not_found('There is no ink.'));
    if (!isBegun) {
      await expect(next).rejects.toMatchObject({ code: 'not_found' });
      continue;
    }
    const [name, data] = String((await next).value).split('\n');
    expect(name).toBe('event: problem');
    expect(JSON.parse(data!.replace('data: ', ''))).toMatchObject({
      code: 'not_found',
      status: 404,
      detail: 'There is no ink.',
      request_id: 'of-the-test',
    });
    expect((await events.next()).done).toBe(true);
  }
});

test('a defect is not sent as an event; it aborts the connection', async () => {
  response.flushHeaders();
  const { pieces, fail } = author();
  const next = eventsOf(pieces).next();
  next.catch(() => undefined);
  fail(new TypeError('ink is undefined'));
  await expect(next).rejects.toThrow('ink is undefined');
});

test('after the client disconnects, the text is released and no more data is sent', async () => {
  const { pieces, fail, isOver } = author();
  const next = eventsOf(pieces).next();
  const gone = once(signal, 'abort');
  client.destroy();
  await gone;
  fail(httpProblems.not_found('It was given up.'));
  expect(await next).toEqual({ done: true, value: undefined });
  expect(isOver()).toBe(true);
  expect(untilDisconnected(response).aborted).toBe(true);
});
