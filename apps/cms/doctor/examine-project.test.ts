import { chmod, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { silentLogger } from '@galley/kernel';
import { createOwnedTestDatabase } from '@galley/testing';
import { ShutdownStack, connectDatabase } from '@galley/service';
import { TestServer } from '../fixtures.ts';
import { examineProject } from './examine-project.ts';

async function examined(projectDirectory: string, environment: Record<string, string>) {
  const { ok, checks, findings } = await examineProject({
    projectDirectory,
    overlays: [],
    environment,
    logger: silentLogger,
    verifyHistory: false,
  });
  const found = Object.fromEntries(checks.map((check) => [check.name, check]));
  return { ok, found, findings };
}

function ofServer({ project, database }: TestServer) {
  return examined(project, { DATABASE_URL: database.url });
}

const published = '---\ntitle: Ink\n---\nBlack.\n';

const site = `languages: { en: {}, es: {} }
redirects:
  - { from: /chain/, to: /posts/lost/ }
  - { from: /posts/lost, to: /posts/nothing/ }
  - { from: /posts/ink/, to: /es/posts/ }
  - { from: /inks/*, to: '/posts/:splat' }
  - { from: /fine/, to: '/posts/ink/?a=b#here' }
`;
const text = 'See [paper](/posts/paper/), [here](#here), ![a cat](/media/cat.jpg).\n\n## Here\n';

let server: TestServer;

beforeAll(async () => {
  server = await TestServer.start({
    files: {
      'content/config/site.yaml': site,
      'content/posts/ink.md': `---\ntitle: Ink\n---\n${text}`,
      'content/posts/other.md': '---\ntitle: Other\nslug: ink\n---\nMore.\n',
      'content/posts/es/ink.md': '---\ntitle: Tinta\n---\nNegra.\n',
    },
  });
});

afterAll(() => server[Symbol.asyncDispose]());

describe('CMS-CLI-3: the doctor', () => {
  test('ADD-INT-2: lists broken links, shared addresses and missing translations with their consequences', async () => {
    const { ok, found, findings } = await ofServer(server);
    expect(ok).toBe(true);
    expect(found).toMatchObject({
      links: { status: 'warning', message: '2 links and images are broken.' },
      redirects: { status: 'warning', message: '3 faults in the redirects.' },
      addresses: { status: 'warning' },
      translations: { status: 'notice' },
    });
    expect(findings).toEqual([
      {
        severity: 'warning',
        check: 'broken_link',
        path: 'posts/ink.md',
        message: 'Line 1: no public page at /posts/paper/',
      },
      {
        severity: 'warning',
        check: 'missing_media',
        path: 'posts/ink.md',
        message: 'Line 1: missing file media/cat.jpg',
      },
      {
        severity: 'warning',
        check: 'redirect_chain',
        path: null,
        message: '/chain: /posts/lost/ redirects again, so visitors take two steps.',
      },
      {
        severity: 'warning',
        check: 'redirect_without_target',
        path: null,
        message: '/posts/lost: no public page at /posts/nothing/.',
      },
      {
        severity: 'warning',
        check: 'redirect_hidden',
        path: null,
        message: '/posts/ink: never applies, because a public page has this address.',
      },
      {
        severity: 'warning',
        check: 'shared_address',
        path: 'posts/other.md',
        message: 'Its address /posts/ink/ already belongs to posts/ink.md, which is shown instead.',
      },
      {
        severity: 'notice',
        check: 'translation',
        path: 'posts/other.md',
        message: 'Missing translation: es.',
      },
    ]);
    for (const check of Object.values(found).filter(({ status }) => status !== 'ok'))
      expect(check).toMatchObject({
        where: expect.stringMatching(/\S/) as string,
        why: expect.stringMatching(/\.$/) as string,
        advice: expect.stringMatching(/\S/) as string,
      });
  });

  test('warns when scheduled publishing is a minute overdue', async () => {
    // Lacks the approval, so that no server publishes it meanwhile.
    const site = 'editorial: { require_approval: true }\n';
    await using server = await TestServer.start({
      files: { 'content/posts/ink.md': published, 'content/config/site.yaml': site },
    });
    const due = (seconds: number) =>
      server.database.db
        .updateTable('documents')
        .set({
          status: 'scheduled',
          scheduled_publish_at: new Date(Date.now() - seconds * 1_000),
        })
        .execute();
    await due(-3_600);
    expect((await ofServer(server)).found['schedules']).toMatchObject({ status: 'ok' });
    await due(3_600);
    expect((await ofServer(server)).found['schedules']).toMatchObject({
      status: 'warning',
      message: expect.stringMatching(/^posts\/ink\.md should have been published at 20/) as string,
    });
  });

  test('warns of a role that owns all tables, and accepts an unprivileged role', async () => {
    expect((await ofServer(server)).found['database.role']).toMatchObject({
      status: 'warning',
      advice: expect.stringContaining('database.owner_url') as string,
    });
    await using database = await createOwnedTestDatabase();
    const { url, ownerUrl, superuserUrl } = database;
    const cleanUp = new ShutdownStack(silentLogger);
    const config = {
      database: { url, ownerUrl, directUrl: undefined, poolSize: 2 },
      storage: { dataDirectory: join(server.project, 'data') },
    };
    await connectDatabase({ config, logger: silentLogger, atEnd: cleanUp.add.bind(cleanUp) });
    await cleanUp.run();
    const given = { DATABASE_URL: url, GALLEY_DATABASE__OWNER_URL: ownerUrl };
    expect((await examined(server.project, given)).found['database.role']).toMatchObject({
      status: 'ok',
    });
    const mighty = { ...given, DATABASE_URL: superuserUrl };
    expect(await examined(server.project, mighty)).toMatchObject({
      ok: false,
      found: { 'database.role': { status: 'error' } },
    });
    const same = { ...given, DATABASE_URL: ownerUrl };
    expect((await examined(server.project, same)).found['database']).toMatchObject({
      status: 'error',
      message: expect.stringContaining('both connect as') as string,
    });
  });

  test('reports plugins that cannot be loaded, with the line, and disabled plugins', async () => {
    await server.write('plugins/odd/plugin.yaml', 'name: odd\nversion: first\n');
    const row = { name: 'gone', enabled: false, last_error: 'it threw', changed_by: 'ada' };
    const changed_at = new Date();
    await server.database.db
      .insertInto('plugins')
      .values({ ...row, changed_at })
      .execute();
    const { found, findings } = await ofServer(server);
    expect(found).toMatchObject({
      plugins: { status: 'warning', message: '1 plugin cannot be loaded.' },
      failed_plugins: {
        status: 'warning',
        message: 'Galley has disabled gone. gone: it threw',
      },
    });
    expect(findings).toContainEqual(
      expect.objectContaining({
        severity: 'warning',
        check: 'plugin',
        path: 'plugins/odd',
        message: expect.stringMatching(/plugin\.yaml:2/) as string,
      }),
    );
  });

  test('names invalid site settings with their location', async () => {
    await server.write('content/config/site.yaml', 'title: Press\ntimezone: Mars\n');
    const { ok, found } = await ofServer(server);
    expect(ok).toBe(false);
    expect(found['site_settings']).toMatchObject({
      status: 'error',
      message: expect.stringMatching(/config\/site\.yaml:2/) as string,
    });
    expect(found).not.toHaveProperty('documents');
    await server.write('content/config/site.yaml', site);
  });

  test('reports an invalid theme, and tables without access', async () => {
    await server.write('themes/odd/theme.yaml', 'version: 1.0.0\n');
    await server.write('content/config/site.yaml', 'theme: odd\n');
    const { ok, found } = await ofServer(server);
    expect(ok).toBe(false);
    expect(found['theme']).toMatchObject({
      status: 'error',
      where: expect.stringContaining('odd') as string,
    });
    expect(found).not.toHaveProperty('links');
    await server.write('content/config/site.yaml', site);
  });

  test('ADD-THM-4: names broken data files with their location', async () => {
    await server.write('content/config/data/team.csv', 'name\n"Ada\n');
    const { found } = await ofServer(server);
    expect(found['data_files']).toMatchObject({
      status: 'warning',
      message: expect.stringContaining('config/data/team.csv, line 2: ') as string,
    });
    await server.write('content/config/data/team.csv', 'name\nAda\n');
    expect((await ofServer(server)).found['data_files']).toMatchObject({ status: 'ok' });
  });

  test('reports missing and read-only folders', async () => {
    await rm(join(server.project, 'plugins'), { recursive: true });
    await chmod(join(server.project, 'public'), 0o500);
    const { found } = await ofServer(server);
    expect(found['storage.plugins']).toMatchObject({ status: 'notice' });
    // Root may write anywhere.
    const expected = process.getuid?.() === 0 ? 'ok' : 'error';
    expect(found['storage.public']).toMatchObject({ status: expected });
    await chmod(join(server.project, 'public'), 0o700);
  });

  test('rejects a database of a newer Galley', async () => {
    const { db } = server.database;
    const later = { name: '9999-later', timestamp: new Date().toISOString() };
    await db
      .withTables<{ kysely_migration: typeof later }>()
      .insertInto('kysely_migration')
      .values(later)
      .execute();
    const { ok, found } = await ofServer(server);
    expect(ok).toBe(false);
    expect(found['database.schema']).toMatchObject({
      status: 'error',
      message: expect.stringContaining('9999-later') as string,
    });
    expect(found).not.toHaveProperty('administrators');
  });
});
