import { describe, expect, test } from 'vitest';
import {
  answers,
  breaksOff,
  clientOf,
  captureError,
  OddServer,
  refuses,
  resets,
  saysHtml,
  type Reply,
} from './fixtures.ts';
import {
  createGalley,
  GalleyProblem,
  GalleyUnexpectedAnswer,
  GalleyUnknownOperation,
  GalleyUnreachable,
  isProblem,
  type SavedDocument,
} from './index.ts';

const ok = answers({ ok: true });

describe('requests', () => {
  test('of a GET carry their input in path and query, without undefined values', async () => {
    await using server = await OddServer.start(ok);
    const { galley } = clientOf(server);
    await galley.documents.list({ q: 'ink & iron', limit: 5, lang: undefined });
    await galley.runs.get({ id: 'press/1', run: 'run 1' });
    const [list, run] = server.heard;
    expect(list).toMatchObject({ method: 'GET', body: '' });
    expect(list!.url).toBe('/__admin/api/documents?q=ink+%26+iron&limit=5');
    expect(run!.url).toBe('/api/v1/workspaces/press%2F1/runs/run%201');
  });

  test('of a POST carry their input in path and JSON, including null', async () => {
    await using server = await OddServer.start(ok);
    const { galley } = clientOf(server);
    await galley.documents.status({ path: 'a.md', status: 'draft', scheduled_publish_at: null });
    await galley.approvals.approve({ id: 'press', approval: 'one', note: 'Good.' });
    const [status, approve] = server.heard;
    expect(status!.headers['content-type']).toBe('application/json');
    expect(JSON.parse(status!.body)).toEqual({
      path: 'a.md',
      status: 'draft',
      scheduled_publish_at: null,
    });
    expect(approve!.url).toBe('/api/v1/workspaces/press/approvals/one/approve');
    expect(JSON.parse(approve!.body)).toEqual({ note: 'Good.' });
  });

  test('ask for a minimal answer where the operation has one', async () => {
    const state = { path: 'a.md', revision: '2', status: 'draft', is_public: false } as const;
    const saved = { ...state, updated_at: null, materialised: true };
    await using server = await OddServer.start(answers(saved));
    const { galley } = clientOf(server);
    const input = { path: 'a.md', content: 'Ink.' };
    const minimal: SavedDocument = await galley.documents.save(input, { prefer: 'minimal' });
    expect(minimal).toEqual(saved);
    await galley.documents.save(input);
    expect(server.heard.map(({ headers }) => headers['prefer'])).toEqual([
      'return=minimal',
      undefined,
    ]);
  });

  test('are sent below the configured base addresses', async () => {
    await using server = await OddServer.start(ok);
    const options = { baseUrl: `${server.url}/news/`, adminPath: 'desk' };
    const { galley } = clientOf(server, options);
    await galley.system.status();
    await galley.aiwriter.usage();
    await galley.platform.site();
    await galley.system.health();
    expect(server.heard.map(({ url }) => url)).toEqual([
      '/news/desk/api/status',
      '/news/desk/plugin-api/aiwriter/usage',
      '/news/__platform/api/site',
      '/news/__health',
    ]);
  });

  test.each([undefined, '', '.', '..'])('reject the path parameter %j', async (run) => {
    await using server = await OddServer.start(ok);
    const { galley } = clientOf(server);
    const error = await captureError(galley.runs.get({ id: 'press', run: run as string }));
    expect(error).toEqual(
      new TypeError('runs.get requires run: a text that is valid in an address.'),
    );
    expect(server.heard).toEqual([]);
  });
});

describe('responses', () => {
  test('return the answer, and the headers on request', async () => {
    await using server = await OddServer.start(
      answers({ state: 'active' }, { 'x-galley-degraded': 'blockers' }),
    );
    const { galley } = clientOf(server);
    const degraded: (string | null)[] = [];
    const onHeaders = (headers: Headers): void =>
      void degraded.push(headers.get('x-galley-degraded'));
    expect(await galley.runs.status({ id: 'press' }, { onHeaders })).toEqual({ state: 'active' });
    expect(degraded).toEqual(['blockers']);
  });

  test('with a problem throw it with all members', async () => {
    const errors = [{ path: 'content', message: 'is needed' }];
    const reply = refuses(409, 'stale_revision', { errors, current_revision: 'sha256:1' });
    await using server = await OddServer.start(reply);
    const { galley } = clientOf(server);
    const error = await captureError(galley.documents.save({ path: 'a.md', content: '' }));
    expect(error).toBeInstanceOf(GalleyProblem);
    expect(error).toMatchObject({
      name: 'GalleyProblem',
      operation: 'documents.save',
      status: 409,
      code: 'stale_revision',
      title: 'A title',
      message: 'It is stale_revision.',
      errors,
      requestId: 'request-1',
      retryAfter: undefined,
      details: { current_revision: 'sha256:1' },
    });
    expect(isProblem(error)).toBe(true);
    expect(isProblem(error, 'not_found', 'stale_revision')).toBe(true);
    expect(isProblem(error, 'not_found')).toBe(false);
    expect(isProblem(new Error('stale_revision'), 'stale_revision')).toBe(false);
  });

  test.each<[string, Reply, object]>([
    [
      'a page of a proxy',
      saysHtml(200),
      { status: 200, contentType: 'text/html', excerpt: '<h1>nginx</h1>' },
    ],
    [
      'an answer without a content type',
      (response) => response.end('{}'),
      { contentType: '', excerpt: '{}' },
    ],
    [
      'an answer with invalid JSON',
      (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"a":'),
      { status: 200, excerpt: '{"a":' },
    ],
    [
      'an error status without a problem',
      (response) => response.writeHead(500, { 'content-type': 'application/json' }).end('{}'),
      { status: 500 },
    ],
  ])('%s is an unexpected answer, and never a JSON error', async (_what, reply, facts) => {
    await using server = await OddServer.start(reply);
    const { galley } = clientOf(server);
    const error = await captureError(galley.documents.list());
    expect(error).toBeInstanceOf(GalleyUnexpectedAnswer);
    expect(error).toMatchObject({ operation: 'documents.list', ...facts });
    expect((error as Error).message).toContain('Check the base URL');
  });

  test('that are empty or incomplete count as an unreachable server', async () => {
    await using server = await OddServer.start(resets, breaksOff);
    const { galley } = clientOf(server);
    const save = (): Promise<unknown> => galley.documents.save({ path: 'a.md', content: '' });
    const errors = [await captureError(save()), await captureError(save())];
    const { url } = server;
    await server[Symbol.asyncDispose]();
    errors.push(
      await captureError(createGalley({ baseUrl: url, token: 'x', retries: 0 }).system.status()),
    );
    for (const error of errors) {
      expect(error).toBeInstanceOf(GalleyUnreachable);
      expect((error as Error).message).toMatch(/^The server sent no complete response: ./);
    }
  });

  test('of an unhealthy server return its health, whatever the status', async () => {
    const health = { status: 'degraded', version: '1.0.0' };
    await using server = await OddServer.start((response) =>
      response.writeHead(503, { 'content-type': 'application/json' }).end(JSON.stringify(health)),
    );
    expect(await clientOf(server).galley.system.health()).toEqual(health);
  });

  test.each([
    refuses(404, 'not_found', { reason: 'unknown_operation' }),
    refuses(405, 'method_not_allowed'),
  ])('of a server without the operation say so', async (reply) => {
    await using server = await OddServer.start(reply);
    const error = await captureError(clientOf(server).galley.documents.trash());
    expect(error).toBeInstanceOf(GalleyUnknownOperation);
    expect((error as Error).message).toContain('This server does not support documents.trash');
  });

  test('about a missing document are ordinary problems', async () => {
    await using server = await OddServer.start(refuses(404, 'not_found'));
    const error = await captureError(clientOf(server).galley.documents.get({ path: 'a.md' }));
    expect(error).not.toBeInstanceOf(GalleyUnknownOperation);
    expect(isProblem(error, 'not_found')).toBe(true);
  });
});

describe('an aborted call', () => {
  const reason = new Error('no longer wanted');

  test('is not sent if it is already aborted', async () => {
    await using server = await OddServer.start(ok);
    const { galley } = clientOf(server);
    expect(
      await captureError(galley.documents.list({}, { signal: AbortSignal.abort(reason) })),
    ).toBe(reason);
    expect(server.heard).toEqual([]);
  });

  test.each<[string, Reply]>([
    ['before a response', () => undefined],
    [
      'during a response',
      (response) => response.writeHead(200, { 'content-type': 'application/json' }).write('{'),
    ],
  ])('%s rejects with the reason, and is not retried', async (_when, reply) => {
    const controller = new AbortController();
    await using server = await OddServer.start((response, heard) => {
      reply(response, heard);
      setImmediate(() => controller.abort(reason));
    });
    const { galley, waits } = clientOf(server);
    expect(await captureError(galley.documents.list({}, controller))).toBe(reason);
    expect([server.heard.length, waits.length]).toEqual([1, 0]);
  });
});

describe('a download', () => {
  test('has its name, size and bytes', async () => {
    await using server = await OddServer.start((response) => {
      response.writeHead(200, {
        'content-type': 'application/zip',
        'content-length': '3',
        'content-disposition': `attachment; filename="pre\\"ss.zip"; filename*=UTF-8''pr%C3%A8s.zip`,
      });
      response.end('zip');
    });
    const download = await clientOf(server).galley.backups.download({ id: 'a.zip' });
    expect(download).toMatchObject({ type: 'application/zip', size: 3, filename: 'près.zip' });
    expect(await download.text()).toBe('zip');
  });

  test('throws a problem if it is refused', async () => {
    await using server = await OddServer.start(refuses(404, 'not_found'));
    const error = await captureError(clientOf(server).galley.backups.download({ id: 'a.zip' }));
    expect(isProblem(error, 'not_found')).toBe(true);
  });
});
