import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { defineOperation } from '@galley/contract';
import { logContext, type LogAttributes } from '@galley/kernel';
import { byToken, Mounted } from './fixtures.ts';

const say = defineOperation({
  id: 'echo.say',
  method: 'POST',
  path: '/say',
  base: 'admin',
  access: 'signed_in',
  summary: 'Says it again',
  body: z.strictObject({ text: z.string() }),
  answer: z.object({}),
  problems: [],
});

function post(url: string, headers: Record<string, string>): Promise<Response> {
  const json = { 'content-type': 'application/json', 'x-request-id': 'request-0001' };
  const init = { method: 'POST', headers: { ...json, ...headers } };
  return fetch(`${url}/say`, { ...init, body: '{"text":"Ink"}' });
}

test('log lines of a request contain its id, user and operation', async () => {
  const seen: (LogAttributes | undefined)[] = [];
  const left = Promise.withResolvers<void>();
  await using server = await Mounted.operation(say, async () => {
    seen.push(logContext());
    await nextTurn();
    seen.push(logContext());
    void left.promise.then(() => seen.push(logContext()));
    return {};
  });
  const answer = await post(server.url, byToken('vera'));
  expect(answer.status).toBe(200);
  await answer.text();
  left.resolve();
  await left.promise;
  const about = { request_id: 'request-0001', user: 'vera', operation: 'echo.say' };
  // Work that outlives its request loses the context.
  expect(seen).toEqual([about, about, undefined]);
  expect(logContext()).toBeUndefined();
});

test('and so do defects and the request line', async () => {
  await using server = await Mounted.operation(say, () => Promise.reject(new Error('defect')));
  expect((await post(server.url, byToken('vera'))).status).toBe(500);
  await expect
    .poll(() => server.log.map(({ message, attributes }) => [message, attributes]))
    .toEqual([
      ['request failed', expect.objectContaining({ request_id: 'request-0001' })],
      [
        'request',
        expect.objectContaining({
          request_id: 'request-0001',
          user: 'vera',
          operation: 'echo.say',
          method: 'POST',
          path: '/say',
          status: 500,
        }),
      ],
    ]);
});
