import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestServer, type Answer } from './fixtures.ts';

const none = "default-src 'none'; frame-ancestors 'none'";

let server: TestServer;

beforeAll(async () => {
  const environment = { SERVICE_METRICS_TOKEN: 'a-token-for-metrics' };
  server = await TestServer.start({ example: true, environment });
});

afterAll(() => server[Symbol.asyncDispose]());

async function answersTo(path: string, method = 'GET'): Promise<Answer[]> {
  const visitor = server.visitor();
  const first = await visitor.send(path, { method });
  const condition = { 'if-none-match': first.headers.get('etag') ?? '"none"' };
  return [first, await visitor.send(path, { method }), await visitor.get(path, condition)];
}

describe('every response disables device features (ADD-SEC-2)', () => {
  test.each([
    '/',
    '/posts',
    '/nothing/',
    '/feed.xml',
    '/robots.txt',
    '/assets/nothing.css',
    '/media/press.svg',
    '/media/nothing.svg',
    '/media-variants/nothing.webp',
    '/__preview/nothing/',
    '/__admin',
    '/__admin/',
    '/__admin/nothing.js',
    '/__admin/api/session',
    '/__admin/api/openapi.json',
    '/__admin/plugin-api/nothing',
    '/api/v1/nothing',
    '/__platform/api/site',
    '/__platform/api/nothing',
    '/__health',
    '/__live',
    '/__ready',
    '/__metrics',
    '/%zz',
  ])('%s', async (path) => {
    for (const { headers } of [...(await answersTo(path)), ...(await answersTo(path, 'PUT'))]) {
      expect(headers.get('permissions-policy')).toMatch(/(^|, )geolocation=\(\)(, |$)/);
    }
  });
});

describe('feeds and other files of the site load and run nothing in a browser (ADD-SEC-2)', () => {
  test.each([
    ['/feed.xml', /xml/],
    ['/rss.xml', /xml/],
    ['/feed.json', /json/],
    ['/sitemap.xml', /xml/],
    ['/robots.txt', /text\/plain/],
    ['/search/en/index.json', /json/],
  ])('%s', async (path, type) => {
    const answers = await answersTo(path);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 304]);
    expect(answers[0]!.headers.get('content-type')).toMatch(type);
    for (const { headers } of answers) expect(headers.get('content-security-policy')).toBe(none);
    // A style sheet named there would not load.
    expect(answers[0]!.text).not.toContain('<?xml-stylesheet');
  });

  test('and for redirects', async () => {
    const { status, headers } = await server.visitor().get('/posts');
    expect([status, headers.get('content-security-policy')]).toEqual([301, none]);
  });
});
