import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { temporaryDirectory } from '@galley/testing';
import { answers, clientOf, captureError, OddServer, refuses } from './fixtures.ts';
import { isProblem, type UploadFile, type UploadProgress } from './index.ts';
import { fileAt } from './node.ts';

const ok = answers({ path: 'media/press.txt' });
const bytes = new TextEncoder().encode('Of the press.');

async function formOf({ heard }: OddServer): Promise<Record<string, unknown>> {
  const { headers, body } = heard.at(-1)!;
  const type = { 'content-type': headers['content-type']! };
  const form = await new Response(Buffer.from(body, 'latin1'), { headers: type }).formData();
  const file = form.get('file') as File;
  return { path: form.get('path'), name: file.name, text: await file.text() };
}

async function* pieces(): AsyncGenerator<Uint8Array, void> {
  yield bytes.subarray(0, 3);
  yield bytes.subarray(3);
}

const files: [string, () => UploadFile][] = [
  ['a File', () => new File([bytes], 'press "1".txt')],
  ['a Blob', () => ({ name: 'press "1".txt', content: new Blob([bytes]) })],
  ['a text', () => ({ name: 'press "1".txt', content: 'Of the press.' })],
  ['bytes', () => ({ name: 'press "1".txt', content: bytes })],
  ['a stream of Node', () => ({ name: 'press "1".txt', content: Readable.from(pieces()) })],
  ['a stream that says its size', () => ({ name: 'press "1".txt', content: pieces(), size: 13 })],
];

describe.each(files)('%s', (what, file) => {
  test('arrives with its name and the other fields', async () => {
    await using server = await OddServer.start(ok);
    await clientOf(server).galley.media.upload({ path: 'media', file: file() });
    expect(await formOf(server)).toEqual({
      path: 'media',
      name: expect.stringMatching(/^press ("|%22)1("|%22)\.txt$/) as string,
      text: 'Of the press.',
    });
  });

  test('reports progress on request', async () => {
    await using server = await OddServer.start(ok);
    const told: UploadProgress[] = [];
    const onProgress = (progress: UploadProgress): void => void told.push(progress);
    await clientOf(server).galley.media.upload({ file: file() }, { onProgress });
    expect(await formOf(server)).toMatchObject({ path: null, text: 'Of the press.' });
    const total = what === 'a stream of Node' ? undefined : 13;
    expect(told.at(-1)).toEqual({ sent: 13, total });
    const sent = told.map((progress) => progress.sent);
    expect(sent).toEqual(sent.toSorted((one, other) => one - other));
  });
});

test('a local file is sent by its path', async () => {
  await using folder = await temporaryDirectory();
  await writeFile(join(folder.path, 'press.txt'), bytes);
  await using server = await OddServer.start(ok);
  await clientOf(server).galley.media.upload({
    file: await fileAt(join(folder.path, 'press.txt')),
  });
  expect(await formOf(server)).toMatchObject({ name: 'press.txt', text: 'Of the press.' });
});

test('an upload can be cancelled, which releases its stream', async () => {
  const controller = new AbortController();
  const reason = new Error('the wrong picture');
  const closed = Promise.withResolvers<void>();
  async function* endless(): AsyncGenerator<Uint8Array, void> {
    try {
      for (;;) yield new Uint8Array(65_536);
    } finally {
      closed.resolve();
    }
  }
  await using server = await OddServer.start(ok);
  const onProgress = ({ sent }: UploadProgress): void => {
    if (sent > 500_000) controller.abort(reason);
  };
  const file = { name: 'endless.bin', content: endless() };
  const options = { onProgress, signal: controller.signal };
  expect(await captureError(clientOf(server).galley.media.upload({ file }, options))).toBe(reason);
  await closed.promise;
});

test('a stream is sent once, since it cannot be read again', async () => {
  await using server = await OddServer.start(refuses(401, 'unauthenticated'), ok);
  const { galley } = clientOf(server, { onSignedOut: () => expect.fail('asked') });
  const upload = galley.media.upload({ file: { name: 'a.txt', content: pieces() } });
  expect(isProblem(await captureError(upload), 'unauthenticated')).toBe(true);
});

test('a file is sent again after a new sign-in', async () => {
  await using server = await OddServer.start(refuses(401, 'unauthenticated'), ok);
  const { galley } = clientOf(server, { onSignedOut: async () => true });
  await galley.media.upload({ file: new File([bytes], 'a.txt') });
  expect(await formOf(server)).toMatchObject({ text: 'Of the press.' });
});

class NodeXhr {
  static made: NodeXhr[] = [];
  readonly upload: { onprogress: ((event: { loaded: number; total: number }) => void) | null } = {
    onprogress: null,
  };
  onload: (() => void) | null = null;
  onerror: (() => void) | null = null;
  onabort: (() => void) | null = null;
  withCredentials = false;
  status = 0;
  responseText = '';
  #request: ClientRequest | undefined;
  #answer: IncomingMessage | undefined;
  readonly #headers = new Map<string, string>();

  constructor() {
    NodeXhr.made.push(this);
  }

  open(method: string, url: string): void {
    this.#request = httpRequest(url, { method, agent: false });
    this.#request.on('error', () => this.onerror?.());
  }

  setRequestHeader(name: string, value: string): void {
    this.#headers.set(name, value);
  }

  send(form: FormData): void {
    void this.#send(form);
  }

  async #send(form: FormData): Promise<void> {
    const encoded = new Response(form);
    const body = Buffer.from(await encoded.arrayBuffer());
    const request = this.#request!;
    request.setHeaders(this.#headers);
    request.setHeader('content-type', encoded.headers.get('content-type')!);
    const half = body.length / 2;
    this.upload.onprogress?.({ loaded: half, total: body.length });
    if (request.destroyed) return;
    this.upload.onprogress?.({ loaded: body.length, total: body.length });
    request.end(body);
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    this.#answer = answer;
    this.status = answer.statusCode!;
    this.responseText = Buffer.concat(await answer.toArray()).toString();
    this.onload?.();
  }

  abort(): void {
    this.#request?.removeAllListeners('error').on('error', () => undefined);
    this.#request?.destroy();
    this.onabort?.();
  }

  getAllResponseHeaders(): string {
    const pairs = Object.entries(this.#answer!.headers);
    return pairs.map(([name, value]) => `${name}: ${String(value)}\r\n`).join('');
  }
}

describe('in a browser, which reports progress only through XMLHttpRequest', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    NodeXhr.made = [];
  });

  const file = new File([bytes], 'press.txt');

  test('progress counts the file without the form, and the answer is returned', async () => {
    vi.stubGlobal('XMLHttpRequest', NodeXhr);
    await using server = await OddServer.start(ok);
    const told: UploadProgress[] = [];
    const onProgress = (progress: UploadProgress): void => void told.push(progress);
    const { galley } = clientOf(server);
    const answer = await galley.media.upload({ path: 'media', file }, { onProgress });
    expect(answer).toEqual({ path: 'media/press.txt' });
    expect(await formOf(server)).toEqual({
      path: 'media',
      name: 'press.txt',
      text: 'Of the press.',
    });
    expect(server.heard[0]!.headers.authorization).toBe('Bearer galley_x');
    expect(told[0]!.sent).toBeLessThan(13);
    expect(told.at(-1)).toEqual({ sent: 13, total: 13 });
    expect(NodeXhr.made).toHaveLength(1);
  });

  test('problems and connection errors are thrown', async () => {
    vi.stubGlobal('XMLHttpRequest', NodeXhr);
    await using server = await OddServer.start(refuses(422, 'invalid_media'), (response) =>
      response.socket!.resetAndDestroy(),
    );
    const { galley } = clientOf(server);
    const onProgress = (): void => undefined;
    const refused = await captureError(galley.media.upload({ file }, { onProgress }));
    expect(isProblem(refused, 'invalid_media')).toBe(true);
  });

  test('the signal cancels the upload', async () => {
    vi.stubGlobal('XMLHttpRequest', NodeXhr);
    await using server = await OddServer.start(ok);
    const controller = new AbortController();
    const reason = new Error('the wrong picture');
    const options = { onProgress: () => controller.abort(reason), signal: controller.signal };
    expect(await captureError(clientOf(server).galley.media.upload({ file }, options))).toBe(
      reason,
    );
  });

  test('fetch is used without a progress callback', async () => {
    vi.stubGlobal('XMLHttpRequest', NodeXhr);
    await using server = await OddServer.start(ok);
    await clientOf(server).galley.media.upload({ file });
    expect(NodeXhr.made).toEqual([]);
  });
});
