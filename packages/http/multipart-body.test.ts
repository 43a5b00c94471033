import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { defineNoun } from '@galley/contract';
import { byToken, codeOf, Mounted, type MountedOptions } from './fixtures.ts';
import { receiving } from './module.ts';

const patience = { timeout: 30_000 };

const { keep } = defineNoun('shelf', {
  keep: {
    post: '/keep',
    access: { capability: 'media.write' },
    summary: 'Keeps a file',
    multipart: true,
    body: z.strictObject({ path: z.string().optional() }),
    answer: z.object({ name: z.string(), content: z.string(), path: z.string().nullable() }),
    problems: [],
    example: {},
  },
});

const cap = 100_000;

class Shelf implements AsyncDisposable {
  readonly begun: Readable[] = [];
  readonly received: string[] = [];
  readonly discarded: string[] = [];
  readonly broken: unknown[] = [];
  readonly server: Mounted;

  private constructor(server: Mounted) {
    this.server = server;
  }

  static async open(options: MountedOptions = {}): Promise<Shelf> {
    const here: { shelf?: Shelf } = {};
    const receiver = {
      receive: async (source: Readable): Promise<string> => {
        here.shelf!.begun.push(source);
        try {
          const content = await text(source);
          here.shelf!.received.push(content);
          return content;
        } catch (error) {
          here.shelf!.broken.push(error);
          throw error;
        }
      },
      discard: (content: string): Promise<void> => {
        here.shelf!.discarded.push(content);
        return Promise.resolve();
      },
    };
    const handler = receiving<typeof keep, string>(receiver, ({ upload, body }) => {
      const { name, file: content } = upload;
      if (content === 'unwanted') return Promise.reject(new Error('a defect'));
      return Promise.resolve({ name, content, path: body.path ?? null });
    });
    const server = await Mounted.operation(keep, handler, options);
    here.shelf = new Shelf(server);
    return here.shelf;
  }

  post(body: FormData | string, headers: Record<string, string> = {}): Promise<Response> {
    const all = { ...byToken('ada'), ...headers };
    return fetch(`${this.server.url}/keep`, { method: 'POST', body, headers: all });
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.server[Symbol.asyncDispose]();
  }
}

function form(content = 'text', fields: Record<string, string> = {}, name = 'a.txt'): FormData {
  const data = new FormData();
  data.set('file', new Blob([content]), name);
  for (const [field, value] of Object.entries(fields)) data.set(field, value);
  return data;
}

const boundary = 'x-boundary-x';
const multipart = { 'content-type': `multipart/form-data; boundary=${boundary}` };

function part(disposition: string, content: string): string {
  return `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`;
}

const end = `--${boundary}--\r\n`;

describe('a form with a file', () => {
  test.each(['a.txt', 'ä ö.txt', '写真 (1).jpg', '100%.txt', 'a"b.txt', '%41.txt'])(
    'is received with its name, fields and bytes: %s',
    async (name) => {
      await using shelf = await Shelf.open();
      const answer = await shelf.post(form('text', { path: 'press' }, name));
      expect(await answer.json()).toEqual({ name, content: 'text', path: 'press' });
      // The handler has moved the files it keeps.
      expect(shelf.discarded).toEqual(['text']);
    },
  );

  test('may have fields after the file, and its file name has no folders', async () => {
    await using shelf = await Shelf.open();
    const body =
      part('name="file"; filename="C:\\\\pictures\\\\../a.txt"', 'text') +
      part('name="path"', 'press') +
      end;
    const answer = await shelf.post(body, multipart);
    expect(await answer.json()).toEqual({ name: 'a.txt', content: 'text', path: 'press' });
  });

  test('may be empty or as large as the limit', async () => {
    await using shelf = await Shelf.open();
    for (const content of ['', 'x'.repeat(cap)])
      expect((await shelf.post(form(content))).status).toBe(200);
  });

  test('must not exceed the limit, whether by Content-Length or in chunks (GAP-SES-6)', async () => {
    await using shelf = await Shelf.open();
    const large = await shelf.post(form('x'.repeat(cap + 1)));
    expect(await codeOf(large)).toEqual([413, 'payload_too_large']);
    const huge = await shelf.post(form('x'.repeat(cap * 10)));
    expect(await codeOf(huge)).toEqual([413, 'payload_too_large']);
    let rest = 40;
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n`;
    const pieces = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode(head)),
      pull: (controller) =>
        rest-- > 0 ? controller.enqueue(new Uint8Array(10_000)) : controller.close(),
    });
    const init = { method: 'POST', body: pieces, duplex: 'half' };
    const headers = { ...byToken('ada'), ...multipart };
    const chunked = await fetch(`${shelf.server.url}/keep`, { ...init, headers } as RequestInit);
    expect(await codeOf(chunked)).toEqual([413, 'payload_too_large']);
    expect(shelf.received.length).toBe(shelf.discarded.length);
  });

  test.each<[string, string | FormData, Record<string, string>]>([
    ['no file', part('name="path"', 'press') + end, multipart],
    ['a file without a name', part('name="file"', 'text') + end, multipart],
    [
      'two files',
      part('name="file"; filename="a"', '1') + part('name="file"; filename="b"', '2') + end,
      multipart,
    ],
    ['a file in another field', part('name="picture"; filename="a"', '1') + end, multipart],
    ['an unknown field', form('text', { nonsense: '1' }), {}],
    ['a field within a field', form('text', { 'path[a]': '1' }), {}],
    [
      'a field with a prototype',
      form('text', { __proto__: '1', 'constructor[prototype]': '1' }),
      {},
    ],
    ['a field that is large', form('text', { path: 'x'.repeat(9_000) }), {}],
    ['no end', part('name="file"; filename="a"', 'text'), multipart],
    ['no boundary', 'text', { 'content-type': 'multipart/form-data' }],
    ['nothing in it', '', multipart],
    ['a head that is none', `--${boundary}\r\nnonsense\r\n\r\ntext\r\n${end}`, multipart],
    [
      'very many fields',
      Array.from({ length: 50 }, (_one, index) => part(`name="f${index}"`, '1')).join('') + end,
      multipart,
    ],
  ])('is refused with an explanation: %s', async (_what, body, headers) => {
    await using shelf = await Shelf.open();
    const answer = await shelf.post(body, headers);
    const { code, detail } = (await answer.json()) as { code: string; detail: string };
    expect([answer.status, code]).toEqual([400, 'invalid_request']);
    expect(detail.length).toBeGreaterThan(15);
    await vi.waitFor(() => expect(shelf.discarded).toEqual(shelf.received), 30_000);
  });

  test.each(['application/json', 'text/plain', 'application/x-www-form-urlencoded'])(
    'must not be %s (GAP-ERR-2)',
    async (type) => {
      await using shelf = await Shelf.open();
      const answer = await shelf.post('{"path":"a"}', { 'content-type': type });
      expect(await codeOf(answer)).toEqual([415, 'unsupported_media_type']);
    },
  );

  test('is released when processing fails', async () => {
    await using shelf = await Shelf.open();
    expect((await shelf.post(form('unwanted'))).status).toBe(500);
    expect(shelf.discarded).toEqual(['unwanted']);
  });
});

async function begin({ server }: Shelf, headers: string[], body: string): Promise<Socket> {
  const socket = connect(server.port, '127.0.0.1');
  const head = ['POST /keep HTTP/1.1', 'Host: x', `Content-Type: ${multipart['content-type']}`];
  socket.write(`${[...head, 'Content-Length: 90000', ...headers].join('\r\n')}\r\n\r\n${body}`);
  await once(socket, 'connect');
  return socket;
}

const beginning = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\ntext`;

test('a caller without permission is refused before the body is read', async () => {
  await using shelf = await Shelf.open();
  const signedIn = await shelf.server.signedIn('ada');
  const refusals: [string[], number][] = [
    [[], 401],
    [[`Authorization: ${byToken('vera').authorization}`], 403],
    [[`Cookie: ${signedIn.cookie}`], 403],
  ];
  for (const [headers, status] of refusals) {
    // The rest never comes, so waiting for it would never end.
    const socket = await begin(shelf, headers, beginning);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    socket.destroy();
  }
  expect(shelf.begun).toEqual([]);
});

test('a disconnecting client is reported to the receiver', async () => {
  await using shelf = await Shelf.open();
  const authorization = `Authorization: ${byToken('ada').authorization}`;
  const socket = await begin(shelf, [authorization], beginning);
  await vi.waitUntil(() => shelf.begun.length === 1, patience);
  socket.destroy();
  await vi.waitUntil(() => shelf.broken.length === 1, patience);
  expect(shelf.received).toEqual([]);
});

test('a client that disconnects after the file leaves no file', async () => {
  await using shelf = await Shelf.open();
  const authorization = `Authorization: ${byToken('ada').authorization}`;
  const file = part('name="file"; filename="a"', 'text');
  const socket = await begin(shelf, [authorization], file + part('name="path"', 'a'));
  await vi.waitUntil(() => shelf.received.length === 1, patience);
  socket.destroy();
  await vi.waitUntil(() => shelf.discarded.length === 1, patience);
});

test('an authorized upload has more time to arrive than others', async () => {
  await using shelf = await Shelf.open({ bodyArrivalMs: 200 });
  const body = part('name="file"; filename="a.txt"', 'text') + end;
  const begin = (headers: Record<string, string>): Socket => {
    const socket = connect(shelf.server.port, '127.0.0.1');
    const all = { host: 'here', 'content-length': String(body.length), ...multipart, ...headers };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`POST /keep HTTP/1.1\r\n${lines.join('')}\r\n${body.slice(0, 10)}`);
    return socket;
  };
  const signedIn = begin(byToken('ada'));
  const anybody = begin({});
  // The connection closes when the body does not arrive.
  expect(await text(anybody)).toMatch(/^HTTP\/1\.1 401 /);
  signedIn.write(body.slice(10));
  const [answer] = (await once(signedIn, 'data')) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 200 /);
  signedIn.destroy();
});
