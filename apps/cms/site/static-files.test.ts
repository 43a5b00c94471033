import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { silentLogger } from '@galley/kernel';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { examineProject } from '../doctor/examine-project.ts';
import { TestServer, type Answer, type Client } from '../fixtures.ts';
import { AdminClient } from '../people.fixtures.ts';

let server: TestServer;
let visitor: Client;

const gif = Buffer.from('R0lGODlhAQABAAAAACw=', 'base64');

beforeAll(async () => {
  server = await TestServer.start({
    files: {
      'content/config/site.yaml': 'title: Paper\nurl: https://paper.example\n',
      'content/pages/contact.md': '---\ntitle: Contact\naliases: [/old.html]\n---\nHere.\n',
      'static/google123.html': '<p>google-site-verification: google123.html</p>',
      'static/app.html': '<script src="/app.js"></script>',
      'static/app.js': 'alert(1)',
      'static/favicon.ico': gif,
      'static/robots.txt': 'User-agent: *\nDisallow: /own/\n',
      'static/sitemap.xml': '<own/>',
      'static/posts': 'own',
      'static/search/en/words.json': '{}',
      'static/old.html': 'own',
      'static/unknown.bin': gif,
      'static/.well-known/apple-app-site-association': '{"applinks":{}}',
      'static/.well-known/nostr.json': '{}',
      'static/.well-known/.hidden': 'hidden',
      'static/.env': 'SECRET=1',
      'static/sub/.git/config': 'hidden',
      'static/Ünïcode#1.txt': 'odd',
      'static/__admin/x.txt': 'hidden',
      'static/media/x.txt': 'hidden',
      'static/contact/index.html': 'hidden',
      'static/404.html': 'hidden',
      'static/large.txt': 'x'.repeat(1024 * 1024 + 1),
      'outside.txt': 'outside',
    },
  });
  await symlink('../outside.txt', join(server.project, 'static/link.txt'));
  visitor = server.visitor();
});

afterAll(() => server[Symbol.asyncDispose]());

const policyOf = ({ headers }: Answer) => headers.get('content-security-policy')!;

describe('ADD-INT-8: files of static/', () => {
  test.each([
    ['/google123.html', 'text/html; charset=utf-8'],
    ['/app.js', 'text/javascript; charset=utf-8'],
    ['/favicon.ico', 'image/x-icon'],
    ['/robots.txt', 'text/plain; charset=utf-8'],
    ['/unknown.bin', 'application/octet-stream'],
    ['/.well-known/apple-app-site-association', 'application/json'],
    ['/%C3%9Cn%C3%AFcode%231.txt', 'text/plain; charset=utf-8'],
  ])('answer at %s as %s', async (address, type) => {
    const answer = await visitor.get(address);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type]);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    const etag = answer.headers.get('etag')!;
    expect((await visitor.get(address, { 'if-none-match': etag })).status).toBe(304);
  });

  test('replace robots.txt, and win over redirects, but not over other files and pages', async () => {
    expect((await visitor.get('/robots.txt')).text).toBe('User-agent: *\nDisallow: /own/\n');
    expect((await visitor.get('/old.html')).text).toBe('own');
    expect((await visitor.get('/sitemap.xml')).text).toContain('<urlset');
    expect((await visitor.get('/contact/')).text).toContain('Here.');
    expect((await visitor.get('/posts')).text).not.toBe('own');
  });

  test('have the policy of pages as HTML, and run nothing otherwise', async () => {
    expect(policyOf(await visitor.get('/google123.html'))).toContain("script-src 'none'");
    expect(policyOf(await visitor.get('/app.html'))).toContain("script-src 'self'");
    expect(policyOf(await visitor.get('/favicon.ico'))).toContain('sandbox');
    const { headers } = await visitor.get('/.well-known/nostr.json');
    expect(headers.get('access-control-allow-origin')).toBe('*');
  });

  test.each([
    '/.env',
    '/.well-known/.hidden',
    '/sub/.git/config',
    '/media/x.txt',
    '/__admin/x.txt',
    '/404.html',
    '/link.txt',
    '/large.txt',
    '/static/robots.txt',
    '/..%2foutside.txt',
    '/.well-known/../../outside.txt',
  ])('do not answer at %s', async (address) => {
    const { status, text } = await visitor.getExactly(address);
    expect([address, status >= 400 || !/hidden|outside|SECRET/.test(text)]).toEqual([
      address,
      true,
    ]);
  });

  test('are part of the static output, and of new ones after changes', async () => {
    const admin = new AdminClient(await server.signedIn());
    const build = async (count: number): Promise<void> => {
      await admin.postJson('/operations/rebuild', {});
      await vi.waitFor(
        async () => {
          const builds = await admin.getJson<{ status: string }[]>('/operations/builds');
          expect(builds.filter(({ status }) => status === 'done')).toHaveLength(count);
        },
        { timeout: 30_000, interval: 20 },
      );
    };
    await build(1);
    for (const file of ['google123.html', 'robots.txt', '.well-known/nostr.json', 'old.html'])
      expect([file, await server.read(`public/${file}`)]).toEqual([
        file,
        await server.read(`static/${file}`),
      ]);
    expect(await server.read('public/contact/index.html')).toContain('Here.');
    expect(await server.read('public/404.html')).toContain('<!doctype html>');
    await expect(server.read('public/large.txt')).rejects.toThrow('ENOENT');
    await server.write('static/google123.html', 'changed');
    await vi.waitFor(
      async () => expect((await visitor.get('/google123.html')).text).toBe('changed'),
      { timeout: 30_000, interval: 20 },
    );
    await build(2);
    expect(await server.read('public/google123.html')).toBe('changed');
  });

  test('with faults are in the log and in the diagnosis', async () => {
    expect(server.log.join('\n')).toMatch(/static file ignored.*static\/404\.html/);
    const { checks } = await examineProject({
      projectDirectory: server.project,
      overlays: [],
      environment: { DATABASE_URL: server.database.url },
      logger: silentLogger,
      verifyHistory: false,
    });
    const check = checks.find(({ name }) => name === 'static_files')!;
    expect(check.status).toBe('warning');
    expect(check.message).toContain('static/404.html is not served');
  });

  test('ADD-INT-14: hidden by a page or a generated file are in the diagnosis', async () => {
    await using own = await TestServer.start({
      files: {
        'content/pages/contact.md': '---\ntitle: Contact\naliases: [/old.html]\n---\nHere.\n',
        'content/posts/letter.md': '---\ntitle: Letter\n---\nDear all.\n',
        'static/google123.html': 'own',
        'static/robots.txt': 'own',
        'static/sitemap.xml': 'own',
        'static/posts': 'own',
        'static/search/en/words.json': '{}',
        'static/old.html': 'own',
      },
    });
    const { checks } = await examineProject({
      projectDirectory: own.project,
      overlays: [],
      environment: { DATABASE_URL: own.database.url },
      logger: silentLogger,
      verifyHistory: false,
    });
    const { message } = checks.find(({ name }) => name === 'static_files')!;
    expect(message).toContain('static/search/en/words.json is not served');
    for (const file of ['posts', 'sitemap.xml'])
      expect(message).toContain(`static/${file} is hidden by a page or file of this address`);
    for (const file of ['old.html', 'robots.txt', 'google123.html'])
      expect(message).not.toContain(`static/${file} is hidden`);
  });
});

describe('ADD-INT-12: the page for unknown addresses', () => {
  test('has the text of the document at /404/, live and in the static output', async () => {
    await using own = await TestServer.start({
      files: {
        'content/config/site.yaml': 'title: Paper\nlanguages: { de: {} }\n',
        'content/pages/404.md': '---\ntitle: Lost\n---\nTry the **search**.\n',
        'content/pages/de/404.md': '---\ntitle: Verirrt\n---\nSuchen Sie.\n',
      },
    });
    const reader = own.visitor();
    const page = await reader.get('/nowhere/');
    expect([page.status, page.text.includes('Try the <strong>search</strong>.')]).toEqual([
      404,
      true,
    ]);
    expect((await reader.get('/de/nowhere/')).text).toContain('Suchen Sie.');
    const admin = new AdminClient(await own.signedIn());
    await admin.postJson('/operations/rebuild', {});
    await vi.waitFor(async () => expect(await own.read('public/404.html')).toContain('Try the'), {
      timeout: 30_000,
      interval: 20,
    });
    expect(await own.read('public/de/404.html')).toContain('Suchen Sie.');
    expect(await own.read('public/sitemap.xml')).not.toContain('404');
  });

  test('uses the layout 404 of the site', async () => {
    await using own = await TestServer.start({
      files: { 'templates/layouts/404.liquid': 'Own {{ heading }}, status {{ status }}' },
    });
    const page = await own.visitor().get('/nowhere/');
    expect([page.status, page.text]).toEqual([404, 'Own Page not found, status 404']);
  });
});
