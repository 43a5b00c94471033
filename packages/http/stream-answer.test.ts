import { once } from 'node:events';
import { get, request as httpRequest, type IncomingMessage } from 'node:http';
import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { defineNoun } from '@galley/contract';
import { httpProblems } from './problems.ts';
import { byToken, codeOf, Mounted } from './fixtures.ts';
import type { StreamAnswer } from './stream-answer.ts';

const { rows } = defineNoun('thing', {
  rows: {
    get: '/export',
    access: { capability: 'audit.read' },
    audited: { action: 'backup.create' },
    summary: 'Everything as a file',
    query: z.strictObject({ format: z.enum(['csv']).optional() }),
    answer: z.object({}),
    streams: ['text/csv'],
    problems: [],
    example: {},
  },
});

const csv = 'text/csv; charset=utf-8';

const serve = (answer: () => Promise<StreamAnswer> | StreamAnswer) =>
  Mounted.operation(rows, async () => answer());

const serveChunks = (chunks: AsyncIterable<string | Uint8Array>, filename?: string) =>
  serve(() => ({ contentType: csv, chunks, ...(filename !== undefined && { filename }) }));

const fetchRows = (server: Mounted, headers = byToken('ada')) =>
  fetch(`${server.url}/export`, { headers });

async function* pieces(...chunks: (string | Uint8Array)[]) {
  yield* chunks;
}

async function* failing(before: string[], error: Error) {
  yield* before;
  throw error;
}

const errors = (server: Mounted) => server.log.filter(({ level }) => level === 'error');

describe('a stream', () => {
  test('is sent in chunks, as an uncached file', async () => {
    await using server = await serveChunks(
      pieces('a,', '', new Uint8Array([98, 10]), 'ü\n'),
      'rows.csv',
    );
    const answer = await fetchRows(server);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': csv,
      'content-disposition': 'attachment; filename=rows.csv',
      'cache-control': 'no-store',
    });
    expect(await answer.text()).toBe('a,b\nü\n');
    expect(server.recorded).toMatchObject([
      { action: 'backup.create', outcome: 'success', actor: 'ada' },
    ]);
  });

  test('may be empty, and keeps its content type', async () => {
    await using server = await serveChunks(pieces());
    const answer = await fetchRows(server);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, csv]);
    expect(answer.headers.has('content-disposition')).toBe(false);
    expect(await answer.text()).toBe('');
  });

  test('is guarded and validated like any operation', async () => {
    await using server = await serveChunks(pieces('x'));
    expect(await codeOf(await fetchRows(server, byToken('vera')))).toEqual([403, 'forbidden']);
    expect(server.recorded).toMatchObject([{ outcome: 'denied', actor: 'vera' }]);
    const odd = await fetch(`${server.url}/export?format=pdf`, { headers: byToken('ada') });
    expect(await codeOf(odd)).toEqual([400, 'invalid_request']);
  });

  test('is not started for a HEAD request', async () => {
    const begun = vi.fn();
    const chunks = { [Symbol.asyncIterator]: () => (begun(), pieces('x')) };
    await using server = await serve(() => ({ contentType: csv, chunks }));
    const answer = await fetch(`${server.url}/export`, { method: 'HEAD', headers: byToken('ada') });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, csv]);
    expect(begun).not.toHaveBeenCalled();
  });
});

test.each([
  ['a"b\\c.csv', String.raw`attachment; filename="a\"b\\c.csv"`],
  ['a\r\nSet-Cookie: x=y.csv', 'attachment; filename="aSet-Cookie: x=y.csv"'],
  ['../../etc/passwd.csv', 'attachment; filename=passwd.csv'],
  ['ink €.csv', `attachment; filename="ink ?.csv"; filename*=UTF-8''ink%20%E2%82%AC.csv`],
  ['page.html', 'attachment; filename=page.html'],
])('the file name %j cannot break headers or change the type', async (filename, header) => {
  await using server = await serveChunks(pieces('x'), filename);
  const answer = await fetchRows(server);
  expect(answer.headers.get('content-disposition')).toBe(header);
  expect(answer.headers.getSetCookie()).toEqual([]);
  expect(answer.headers.get('content-type')).toBe(csv);
});

describe('an error', () => {
  test('before the first chunk is a problem, and not a file', async () => {
    const refusal = httpProblems.not_found('There is nothing to export.');
    await using refused = await serve(() => Promise.reject(refusal));
    expect(await codeOf(await fetchRows(refused))).toEqual([404, 'not_found']);
    expect(refused.recorded).toMatchObject([{ outcome: 'denied' }]);
    await using broken = await serveChunks(failing([], new Error('the database is away')), 'a.csv');
    const answer = await fetchRows(broken);
    expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(answer.headers.has('content-disposition')).toBe(false);
    expect(await codeOf(answer)).toEqual([503, 'unavailable']);
  });

  test.each([new Error('a defect'), httpProblems.not_found('It went away.')])(
    'after the first chunk aborts the connection and is logged: %s',
    async (error) => {
      await using server = await serveChunks(failing(['a\n'], error));
      const answer = await fetchRows(server);
      expect(answer.status).toBe(200);
      await expect(answer.text()).rejects.toThrow('terminated');
      expect(errors(server)).toMatchObject([
        {
          message: 'request failed',
          attributes: { request_id: answer.headers.get('x-request-id') },
        },
      ]);
    },
  );
});

describe('a client', () => {
  const chunk = new Uint8Array(64 * 1024);

  class Endless {
    made = 0;
    readonly ended = Promise.withResolvers<void>();

    async *chunks() {
      try {
        for (;;) {
          this.made++;
          yield chunk;
        }
      } finally {
        this.ended.resolve();
      }
    }
  }

  const open = async (server: Mounted): Promise<IncomingMessage> => {
    const request = get({ port: server.port, path: '/export', headers: byToken('ada') });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    return response;
  };

  const stillstand = async (source: Endless): Promise<number> => {
    let before = -1;
    await vi.waitFor(
      () => {
        const same = source.made === before;
        before = source.made;
        expect(same).toBe(true);
      },
      { interval: 100, timeout: 30_000 },
    );
    return before;
  };

  test('that does not read pauses the source, and resumes it by reading', async () => {
    const source = new Endless();
    await using server = await serveChunks(source.chunks());
    const response = await open(server);
    const made = await stillstand(source);
    expect(made * chunk.length).toBeLessThan(64 * 1024 * 1024);
    response.resume();
    await vi.waitFor(() => expect(source.made).toBeGreaterThan(made + 100), 30_000);
    response.destroy();
    await source.ended.promise;
  });

  test('that disconnects ends the source, waiting or not, without an error', async () => {
    const [waiting, running] = [new Endless(), new Endless()];
    for (const source of [waiting, running]) {
      await using server = await serveChunks(source.chunks());
      const response = await open(server);
      if (source === running) response.resume();
      else await stillstand(source);
      response.destroy();
      await source.ended.promise;
      await vi.waitFor(
        () => expect(server.log.at(-1)?.attributes).toMatchObject({ aborted: true }),
        30_000,
      );
      expect(errors(server)).toEqual([]);
    }
  });

  test('that disconnects before the first chunk ends the source at that chunk', async () => {
    const first = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<number>();
    async function* slow() {
      let made = 0;
      try {
        asked.resolve();
        await first.promise;
        for (; made < 100; made++) yield 'x';
      } finally {
        ended.resolve(made);
      }
    }
    await using server = await serveChunks(slow());
    const request = httpRequest({ port: server.port, path: '/export', headers: byToken('ada') });
    request.on('error', () => undefined).end();
    await asked.promise;
    request.destroy();
    await vi.waitFor(() => expect(server.log).toHaveLength(1), 30_000);
    first.resolve();
    expect(await ended.promise).toBe(0);
    expect(errors(server)).toEqual([]);
  });
});
