import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectProblem, TestServer, type Client } from '../fixtures.ts';
import { enable } from './fixtures.ts';

const files = {
  'plugins/open/plugin.yaml': `
name: open
version: 1.0.0
permissions: [documents.read, documents.write, endpoints, storage]
endpoints:
  - { method: GET, path: /echo }
  - { method: POST, path: /echo }
  - { method: GET, path: /titles }
  - { method: GET, path: /write }
  - { method: POST, path: /answer }
  - { method: GET, path: /crash }
`,
  'plugins/open/index.js': `
import { documents } from 'galley';
export const endpoints = {
  'GET /echo': (request) => request,
  'POST /echo': (request) => request,
  'GET /titles': async () => (await documents.list({})).items.map(({ title }) => title),
  'GET /write': () => documents.create({ type: 'post', lang: 'en', title: 'x', content: 'x' })
    .then(() => 'written', ({ code }) => code),
  'POST /answer': ({ body }) => body,
  'GET /crash': () => { throw new Error('secret detail'); },
};
`,
  'content/posts/open.md': '---\ntitle: Open\n---\nA\n',
  'content/posts/draft.md': '---\ntitle: Draft\ndraft: true\n---\nB\n',
};

const at = '/_plugins/open';
let server: TestServer;
let visitor: Client;

beforeAll(async () => {
  server = await TestServer.start({ files });
  visitor = server.visitor();
});

afterAll(() => server[Symbol.asyncDispose]());

test('ADD-PLUG-12: an endpoint of a disabled plugin is missing', async () => {
  expectProblem(await visitor.get(`${at}/echo`), 404, 'not_found');
});

describe('an endpoint of an enabled plugin', () => {
  let admin: Client;

  beforeAll(async () => {
    admin = await enable(server, 'open');
  });

  test('ADD-PLUG-12: gets neither cookies nor keys, not even of a person who is signed in', async () => {
    const headers = { authorization: 'Bearer x', 'x-other': 'y', 'accept-language': 'de' };
    const answer = await admin.get(`${at}/echo?a=1&a=2&b=%C3%A4`, headers);
    const request = answer.json<{ headers: object }>();
    expect(request).toMatchObject({
      method: 'GET',
      path: '/echo',
      query: { a: ['1', '2'], b: 'ä' },
      body: null,
    });
    expect(Object.keys(request.headers).sort()).toEqual(
      expect.not.arrayContaining(['cookie', 'authorization', 'x-other', 'x-csrf-token']),
    );
    expect(request.headers).toMatchObject({ 'accept-language': 'de' });
    expect(answer.text).not.toContain('session');
  });

  test('ADD-PLUG-12: bodies are JSON, forms or text, complete and bounded', async () => {
    const send = (type: string, body: string) =>
      visitor.send(`${at}/echo`, { method: 'POST', body, headers: { 'content-type': type } });
    expect((await send('application/json', '{"a":[1]}')).json()).toMatchObject({
      body: { a: [1] },
    });
    const form = await send('application/x-www-form-urlencoded', 'a=1&__proto__=2');
    expect(form.text).toContain('"body":{"a":"1","__proto__":"2"}');
    expect((await send('text/plain', 'x')).json()).toMatchObject({ body: 'x' });
    expectProblem(await send('application/json', '{'), 400, 'invalid_request');
    expectProblem(await send('text/plain', 'x'.repeat(70_000)), 413, 'payload_too_large');
    expectProblem(await visitor.post(`${at}/titles`), 405, 'method_not_allowed');
    expectProblem(await visitor.get(`${at}/other`), 404, 'not_found');
    expectProblem(await visitor.get(`${at}/echo/`), 404, 'not_found');
  });

  test('ADD-PLUG-12: reads what is published, and writes nothing', async () => {
    expect((await admin.get(`${at}/titles`)).json()).toEqual(['Open']);
    expect((await admin.get(`${at}/write`)).json()).toBe('invalid_call');
  });

  test('ADD-PLUG-13: HTML runs no scripts in the origin of the admin', async () => {
    const body = '<script>alert(1)</script>';
    const headers = { 'Content-Type': 'text/html; charset=utf-8' };
    const answer = await visitor.post(`${at}/answer`, { status: 201, headers, body });
    expect([answer.status, answer.text]).toEqual([201, body]);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const policy = answer.headers.get('content-security-policy')!;
    expect(policy).toContain("default-src 'none'");
    expect(policy).toMatch(/; sandbox allow-forms$/);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const head = await visitor.send(`${at}/echo`, { method: 'HEAD' });
    expect([head.status, head.text]).toEqual([200, '']);
  });

  test.each<[answer: object]>([
    [{ headers: { 'set-cookie': 'session=x' }, body: '' }],
    [{ headers: { 'content-security-policy': '*' }, body: '' }],
    [{ headers: { 'content-type': 'text/javascript' }, body: '' }],
    [{ headers: { 'content-type': 'text/css' }, body: '' }],
    [{ headers: { 'cache-control': 'a\r\nset-cookie: b' }, body: '' }],
    [{ headers: { location: 'javascript:alert(1)' }, status: 302 }],
    [{ headers: { location: '//evil.example' }, status: 302 }],
    [{ headers: { constructor: 'x' }, body: '' }],
    [{ headers: [], body: '' }],
    [{ status: 101, body: '' }],
    [{ status: 200.5, body: '' }],
    [{ body: 'x'.repeat(50_000), status: '200' }],
  ])('ADD-PLUG-13: the answer %j is not sent', async (answer) => {
    const sent = await visitor.post(`${at}/answer`, answer);
    expectProblem(sent, 502, 'plugin_failed');
    expect(sent.headers.get('set-cookie')).toBeNull();
  });

  test('ADD-PLUG-13: visitors learn nothing of a failure, and cannot disable the plugin', async () => {
    for (let time = 0; time < 5; time += 1) {
      const { detail } = expectProblem(await visitor.get(`${at}/crash`), 502, 'plugin_failed');
      expect(detail).toBe('The plugin could not answer.');
    }
    expect(server.log.join('\n')).toContain('secret detail');
    expectProblem(await visitor.get(`${at}/titles`), 504, 'plugin_timeout');
    const plugins = await admin.get('/__admin/api/plugins');
    const state = plugins
      .json<{ name: string; state: string }[]>()
      .find((one) => one.name === 'open');
    expect(state).toMatchObject({ state: 'running' });
  });
});
