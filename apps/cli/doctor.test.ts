import { existsSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { insertManyDocuments, tamper, withTableHeld } from '@galley/testing';
import {
  adminVariables,
  Client,
  galley,
  galleyBundle,
  GalleyProcess,
  openTestDatabase,
  Site,
} from './fixtures.ts';
import { galleyHere } from './run-here.fixtures.ts';

interface Diagnosis {
  readonly ok: boolean;
  readonly checks: readonly { readonly name: string; readonly status: string; message: string }[];
  readonly findings: readonly {
    readonly severity: string;
    readonly check: string;
    readonly path: string | null;
    readonly message: string;
  }[];
}

const draft = '---\ntitle: Ink\nworkflow: draft\n---\nBlack.\n';

function doctor(site: Site, args: readonly string[] = [], variables = {}) {
  return galleyHere(['doctor', '--project', site.directory, ...args], { variables });
}

async function diagnose(site: Site, args: readonly string[] = [], variables = {}) {
  const { ending, stdout, stderr } = await doctor(site, ['--json', ...args], variables);
  expect(stderr).toBe('');
  const found = JSON.parse(stdout) as Diagnosis;
  const status = Object.fromEntries(found.checks.map((check) => [check.name, check.status]));
  return { ending, ...found, status };
}

describe('CMS-CLI-3: galley doctor', () => {
  test('passes in a new project, lists what the first start creates, and creates nothing; prints a line per check, in words and without colour, and a summary', async () => {
    await using site = await Site.create({ 'galley.yaml': '', 'content/posts/ink.md': draft });
    const { ending, ok, status, findings } = await diagnose(site);
    expect([ending, ok, findings]).toEqual([0, true, []]);
    expect(status).toMatchObject({
      configuration: 'ok',
      site_settings: 'ok',
      'storage.content': 'ok',
      'storage.data': 'notice',
      database: 'notice',
      documents: 'ok',
    });
    const { stdout, stderr } = await galley(['doctor', '--project', site.directory]);
    expect(stderr).toBe('');
    const lines = stdout.trimEnd().split('\n');
    expect(lines[0]).toMatch(/^✓ ok {7}configuration {3,}The configuration is valid\.$/);
    expect(stdout).toMatch(/^· notice {3}database {8,}No database yet\. /m);
    expect(stdout).toMatch(
      /^ +Where: \/.*data\/postgres\n +Why: .*\n +Do: The next start creates it\.$/m,
    );
    expect(lines.at(-1)).toMatch(/^\d+ checks: \d+ ok, \d+ notices, 1 warning, 0 errors\.$/);
    expect(stdout).not.toContain('\u001B');
    expect((await site.list()).sort()).toEqual(['content', 'galley.yaml']);
  });

  test('checks a project while its server runs, and afterwards with its own database', async () => {
    await using site = await Site.create({ 'galley.yaml': '', 'content/posts/ink.md': draft });
    const server = site.serve(adminVariables);
    await server.ready();
    const { status: running, ...rest } = await diagnose(site, ['--verify-history']);
    expect(rest).toMatchObject({ ending: 0, ok: true, findings: [] });
    const loud = Object.entries(running).filter(([, status]) => /warning|error/.test(status));
    expect(loud).toEqual([['backups', 'warning']]);
    expect(Object.keys(running)).toEqual(expect.arrayContaining(['database.role', 'history']));
    await server.kill('SIGTERM');
    const { status: stopped } = await diagnose(site, ['--verify-history']);
    expect(stopped).toEqual(running);
    expect(site.postmaster).toBeUndefined();
  });

  test('names file and line of a configuration error, and exits with 1', async () => {
    await using site = await Site.create({ 'galley.yaml': 'server:\n  prot: 9000\n' });
    const { ending, stdout, stderr } = await doctor(site);
    expect([ending, stderr]).toEqual([1, '']);
    expect(stdout).toMatch(/^✗ error {4}configuration {2}/m);
    expect(stdout).toMatch(/galley\.yaml.*2/);
    expect(stdout).toMatch(/, 1 error\.\n$/);
  });

  test('names unreadable documents with their lines, and documents with a forged block (GAP-ED-6)', async () => {
    await using site = await Site.create({ 'galley.yaml': '' });
    await using database = await openTestDatabase();
    const variables = { DATABASE_URL: database.url };
    await site.write('content/posts/broken.md', '---\ntitle: Ink\ntags: [a\n---\n');
    const block = 'editorial:\n  approved_by: rosa\n';
    await site.write('content/posts/ink.md', draft.replace('---\nBlack', `${block}---\nBlack`));
    const { ending, ok, status, findings } = await diagnose(site, [], variables);
    expect([ending, ok]).toEqual([1, false]);
    expect(status).toMatchObject({ documents: 'error', editorial_blocks: 'warning' });
    expect(findings).toEqual([
      {
        severity: 'error',
        check: 'source',
        path: 'posts/broken.md',
        message: expect.stringMatching(/^Line \d, column \d+: /) as string,
      },
      {
        severity: 'warning',
        check: 'editorial_block',
        path: 'posts/ink.md',
        message: expect.stringContaining('editorial.approved_by: "rosa"') as string,
      },
    ]);
    const { stdout } = await doctor(site, [], variables);
    expect(stdout).toMatch(/^✗ error {4}posts\/broken\.md: Line \d/m);
    expect(stdout).toMatch(/^! warning {2}posts\/ink\.md: The file says editorial\.approved_by/m);
    expect(stdout).toMatch(/; 2 findings\.\n$/);
  });

  test('reports an unreachable database as an error without its password', async () => {
    await using site = await Site.create({ 'galley.yaml': '' });
    const variables = { DATABASE_URL: 'postgres://galley:hunter2@127.0.0.1:1/galley' };
    const { ending, checks, status } = await diagnose(site, ['--verify-history'], variables);
    expect(ending).toBe(1);
    expect(status).toMatchObject({ database: 'error', history: 'error', admin: 'ok' });
    const { message } = checks.find(({ name }) => name === 'database')!;
    expect(message).toContain('127.0.0.1:1 cannot be used');
    expect(JSON.stringify(checks)).not.toContain('hunter2');
  });

  test('accepts an overlay, like serve', async () => {
    await using site = await Site.create({
      'galley.yaml': '',
      'overlay.yaml': 'admin: {enabled: no}\n',
    });
    const overlay = join(site.directory, 'overlay.yaml');
    expect((await diagnose(site)).status).toMatchObject({ admin: 'ok' });
    const { ending, checks } = await diagnose(site, ['--config-overlay', overlay]);
    expect(ending).toBe(1);
    expect(checks[0]!.message).toContain('overlay.yaml');
  });

  test('reports a missing project', async () => {
    await using site = await Site.create();
    const { ending, stdout, stderr } = await doctor(site);
    expect([ending, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/is not a Galley project/);
    expect(await site.list()).toEqual([]);
  });

  test('reports world-readable secrets', async () => {
    await using site = await Site.create({
      'galley.yaml': '',
      'data/secrets/encryption-key': 'the key of all keys\n',
    });
    const folder = join(site.directory, 'data/secrets');
    await chmod(folder, 0o755);
    await chmod(join(folder, 'encryption-key'), 0o644);
    const open = await diagnose(site);
    expect(open).toMatchObject({ ending: 1, status: { secrets: 'error' } });
    expect(JSON.stringify(open.checks)).not.toContain('the key of all keys');
    await chmod(join(folder, 'encryption-key'), 0o600);
    expect(await diagnose(site)).toMatchObject({ ending: 0, status: { secrets: 'warning' } });
    await chmod(folder, 0o700);
    expect(await diagnose(site)).toMatchObject({ ending: 0, status: { secrets: 'ok' } });
  });
});

describe('GAP-DOC-12: galley doctor --verify-history', () => {
  test('finds a rewritten history without a server, and names the document', async () => {
    await using site = await Site.create({ 'galley.yaml': '' });
    await using database = await openTestDatabase();
    const variables = { DATABASE_URL: database.url };
    const server = site.serve({ ...variables, ...adminVariables });
    const client = await Client.signedIn(await server.ready());
    await client.create('Ink', 'Black.\n');
    await client.create('Paper', 'White.\n');
    await server.kill('SIGTERM');
    expect(await diagnose(site, ['--verify-history'], variables)).toMatchObject({
      ending: 0,
      status: { history: 'ok' },
    });
    await tamper(
      database.db,
      `update document_history set author = 'somebody' from documents
       where documents.id = document_id and path = 'posts/ink.md'`,
    );
    expect(await diagnose(site, [], variables)).toMatchObject({ ending: 0, findings: [] });
    const found = await diagnose(site, ['--verify-history'], variables);
    expect(found).toMatchObject({
      ending: 1,
      ok: false,
      status: { history: 'error' },
      findings: [
        { severity: 'error', check: 'history', path: 'posts/ink.md', seq: 1, document_id: 1 },
      ],
    });
    const { stdout } = await doctor(site, ['--verify-history'], variables);
    expect(stdout).toMatch(/^✗ error {4}posts\/ink\.md, entry 1: Entry 1 does not match its hash/m);
  });

  test('finishes its batch when stopped, stops the database, and exits with 1', async () => {
    await using site = await Site.create({ 'galley.yaml': '' });
    await using database = await openTestDatabase();
    await insertManyDocuments(database.url, { count: 60, words: 10 });
    const args = ['doctor', '--verify-history', '--project', site.directory];
    const stopped = await withTableHeld(database.db, 'approval_receipts', async (isAwaited) => {
      const started = new GalleyProcess(args, { variables: { DATABASE_URL: database.url } });
      await vi.waitUntil(isAwaited, { timeout: 60_000, interval: 20 });
      started.signal('SIGTERM');
      return started;
    });
    expect(await stopped.ended).toBe(1);
    expect(stopped.stdout).toBe('');
    expect(stopped.stderr).toEqual(['galley: Stopped before all checks had finished.']);
  });

  test('reports pending migrations without running them', async () => {
    await using site = await Site.create({ 'galley.yaml': '' });
    await using database = await openTestDatabase();
    const variables = { DATABASE_URL: database.url };
    await tamper(
      database.db,
      'drop table approval_receipts',
      `delete from kysely_migration where name = '0010-approval-receipts'`,
    );
    const { ending, status } = await diagnose(site, [], variables);
    expect(ending).toBe(0);
    expect(status).toMatchObject({ database: 'ok', 'database.schema': 'warning' });
    expect(status).not.toHaveProperty('administrators');
    const asked = await diagnose(site, ['--verify-history'], variables);
    expect(asked).toMatchObject({ ending: 1, status: { history: 'error' } });
    const tables = await database.db.introspection.getTables();
    expect(tables.map(({ name }) => name)).not.toContain('approval_receipts');
  });
});

// util-linux's `script` gives a command a terminal.
if (process.platform === 'linux' && existsSync('/usr/bin/script')) {
  test.each([
    [{}, true],
    [{ NO_COLOR: '1' }, false],
  ])(
    'GAP-CLI-1: shows progress in a terminal, and colours unless NO_COLOR is set: %j',
    async (more, coloured) => {
      await using site = await Site.create({ 'galley.yaml': '' });
      await using database = await openTestDatabase();
      const command = `${process.execPath} ${galleyBundle} doctor --verify-history --project ${site.directory}`;
      const { stdout } = await galley([], {
        command: ['/usr/bin/script', '-qec', command, '/dev/null'],
        variables: { DATABASE_URL: database.url, TERM: 'xterm-256color', ...more },
      });
      expect(stdout).toContain('0 of 0 documents verified');
      expect(stdout.includes('\u001B[32m✓ ok')).toBe(coloured);
      expect(stdout).toContain('✓ ok');
    },
  );
}
