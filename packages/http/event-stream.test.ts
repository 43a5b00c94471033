import { expect, test } from 'vitest';
import { z } from 'zod';
import { defineNoun } from '@galley/contract';
import { httpProblems } from './problems.ts';
import { byToken, codeOf, Mounted } from './fixtures.ts';
import type { SignedInCall } from './module.ts';

const { news } = defineNoun('room', {
  news: {
    get: '/news',
    access: { capability: 'documents.read' },
    summary: 'What has happened',
    query: z.strictObject({ after: z.string().optional() }),
    answer: z.object({ items: z.array(z.string()) }),
    eventStream: z.string(),
    problems: [],
    example: {},
  },
});

async function* messages() {
  yield ':\n\n';
  yield 'data: one\n\n';
}

type NewsCall = SignedInCall<typeof news>;

const serve = (before: (call: NewsCall) => Promise<void> = async () => undefined) =>
  Mounted.operation(news, {
    page: async (call) => {
      await before(call);
      return { items: ['one'] };
    },
    stream: async (call) => {
      await before(call);
      return { contentType: 'text/event-stream', chunks: messages() };
    },
  });

const ask = (server: Mounted, headers: Record<string, string> = {}) =>
  fetch(`${server.url}/news`, { headers: { ...byToken('ada'), ...headers } });

test.each(['text/event-stream', 'text/event-stream, application/json;q=0.5', 'text/*'])(
  'a client that prefers events to JSON gets events: %s (GAP-RC-API-10)',
  async (accept) => {
    await using server = await serve();
    const answer = await ask(server, { accept });
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      vary: expect.stringContaining('Accept') as string,
    });
    expect(await answer.text()).toBe(':\n\ndata: one\n\n');
  },
);

test.each(['*/*', 'application/json', 'text/html', 'application/json, text/event-stream', ''])(
  'a client that accepts %j gets JSON',
  async (accept) => {
    await using server = await serve();
    const answer = await ask(server, { accept });
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.json()).toEqual({ items: ['one'] });
  },
);

test.each(['application/json', 'text/event-stream'])(
  'is guarded, and refuses with a problem, for clients that accept %s',
  async (accept) => {
    await using server = await serve(() => Promise.reject(httpProblems.not_found('No such room.')));
    expect(await codeOf(await ask(server, { accept }))).toEqual([404, 'not_found']);
    const nobody = await fetch(`${server.url}/news`, { headers: { accept } });
    expect(await codeOf(nobody)).toEqual([401, 'unauthenticated']);
    const odd = await fetch(`${server.url}/news?x=1`, { headers: { ...byToken('ada'), accept } });
    expect(await codeOf(odd)).toEqual([400, 'invalid_request']);
  },
);

test('a session that ends during the response is detected at the next check', async () => {
  let end = (): void => undefined;
  await using server = await serve(async ({ checkAgain }) => {
    await checkAgain();
    end();
    await checkAgain();
  });
  const headers = await server.signedIn('ada');
  expect((await fetch(`${server.url}/news`, { headers })).status).toBe(200);
  end = () => server.sessions.endAll();
  expect(await codeOf(await fetch(`${server.url}/news`, { headers }))).toEqual([
    401,
    'unauthenticated',
  ]);
});

test('a token that is revoked during the response is detected too', async () => {
  let end = (): unknown => undefined;
  await using server = await serve(async ({ checkAgain }) => {
    end();
    await checkAgain();
  });
  expect((await ask(server)).status).toBe(200);
  end = () => server.tokens.revoked.add('ada-token');
  expect(await codeOf(await ask(server))).toEqual([401, 'unauthenticated']);
});
