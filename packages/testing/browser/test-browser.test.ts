import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeViolations } from './axe-violations.ts';
import { TestBrowser, type TestPage } from './test-browser.ts';

let server: Server;
let browser: TestBrowser;
let url: string;

const policy = "default-src 'none'; script-src 'self'; connect-src 'self'; img-src *";
const bodies: Record<string, string> = {
  '/sound': '<h1>Sound</h1>',
  '/throws': '<h1>Throws</h1><script src="/throws.js"></script>',
  '/throws.js': 'throw new Error("the page broke")',
  '/logs': '<h1>Logs</h1><script src="/logs.js"></script>',
  '/logs.js': 'console.error("it is wrong"); console.warn("it is odd")',
  '/inline': '<h1>Inline</h1><script>document.title = "run"</script>',
  '/missing': '<h1>Missing</h1><script src="/nothing.js"></script>',
  '/elsewhere': '<h1>Elsewhere</h1><img alt="" src="http://elsewhere.example/a.png">',
  '/barred': '<h1>Barred</h1><img src="/sound">',
  '/asks':
    '<h1>Asks</h1><img src="/sound"><div role="dialog" aria-label="Sure?"><input type="image"></div>',
};

beforeAll(async () => {
  server = createServer(({ url: path = '' }, response) => {
    const body = bodies[path];
    const type = path.endsWith('.js') ? 'text/javascript' : 'text/html';
    response.writeHead(body === undefined && path !== '/favicon.ico' ? 404 : 200, {
      'content-type': type,
      'content-security-policy': policy,
    });
    const head = '<!doctype html><html lang="en"><title>Page</title><main>';
    response.end(type === 'text/html' ? `${head}${body}</main>` : body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  browser = await TestBrowser.start();
});

afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  server.close();
});

async function problemsOf(path: string, expected: number[] = []): Promise<readonly string[]> {
  const page = await browser.open({ url });
  for (const status of expected) page.expects(status);
  await page.goto(path, { waitUntil: 'networkidle' });
  if (page.problems.length === 0) await page[Symbol.asyncDispose]();
  else await expect(page[Symbol.asyncDispose]()).rejects.toThrow('The page had problems');
  return page.problems.map((problem) => problem.replaceAll(url, ''));
}

test('a page without problems is closed without an error', async () => {
  await using page = await browser.open({ url });
  await page.goto('/sound');
  expect(await page.getByRole('heading').textContent()).toBe('Sound');
  expect(page.problems).toEqual([]);
});

test.each([
  ['what it throws', '/throws', 'thrown: Error: the page broke'],
  ['what it logs as an error', '/logs', 'logged: it is wrong'],
  ['what its policy refuses', '/inline', 'logged: Executing inline script violates'],
  ['an answer that it did not want', '/missing', 'GET /nothing.js was answered 404'],
  ['a request to another server', '/elsewhere', 'asked http://elsewhere.example/a.png'],
])('a page with a problem, %s, fails on disposal', async (_what, path, problem) => {
  const problems = await problemsOf(path);
  expect(problems[0]).toContain(problem);
});

test('a response that the test announces is not a problem', async () => {
  expect(await problemsOf('/missing', [404])).toEqual([]);
});

test('pages of different tests are isolated, with the options of each test', async () => {
  const look = (page: TestPage): Promise<unknown> =>
    page.evaluate(
      "[document.cookie, navigator.language, matchMedia('(prefers-color-scheme: dark)').matches, innerWidth]",
    );
  await using one = await browser.open({ url });
  await one.goto('/sound');
  await one.context().addCookies([{ name: 'a', value: 'b', url }]);
  expect(await look(one)).toEqual(['a=b', 'en-GB', false, 1280]);
  const viewport = { width: 360, height: 740 };
  await using other = await browser.open({ url }, { locale: 'es', colorScheme: 'dark', viewport });
  await other.goto('/sound');
  expect(await look(other)).toEqual(['', 'es', true, 360]);
});

test('accessibility problems are found despite the policy of the page', async () => {
  await using page = await browser.open({ url });
  await page.goto('/sound');
  expect(await axeViolations(page)).toEqual([]);
  await page.goto('/barred');
  expect(await axeViolations(page)).toEqual([
    expect.stringMatching(/^image-alt: .*<img src="\/sound">/),
  ]);
  await page.goto('/asks');
  expect(await axeViolations(page)).toEqual([expect.stringMatching(/^input-image-alt: /)]);
});
