import { createServer } from 'node:net';
import { describe, expect, test, vi } from 'vitest';
import { admin, adminVariables, Client, openTestDatabase, Site } from './fixtures.ts';
import { galleyHere } from './run-here.fixtures.ts';

const newAdministrator = { username: 'ada', password: admin.password };

describe('galley serve in an empty folder', () => {
  test('GAP-START-1, CMS-LOG-2: creates a project with an example site, whose setup link works once, and logs only JSON lines', async () => {
    await using site = await Site.create({}, 'nuestra redacción & co');
    const begun = performance.now();
    const server = site.serve({ SERVICE_LOG: 'debug' });
    const client = new Client(await server.ready());
    // Takes about three seconds on a small machine; the limit allows for a busy one.
    expect(performance.now() - begun).toBeLessThan(60_000);
    expect((await client.get('/posts/')).text).toContain('Paper has a direction');
    expect((await site.list()).sort()).toEqual(
      [
        '.gitignore',
        'content',
        'data',
        'galley.yaml',
        'plugins',
        'public',
        'runs',
        'themes',
      ].sort(),
    );
    const token = await server.setupToken();
    expect(await client.begin('/setup', { token, ...newAdministrator })).toBe(200);
    expect(await new Client(client.site).begin('/setup', { token, ...newAdministrator })).toBe(403);
    expect((await client.get('/__admin/api/documents')).status).toBe(200);
    expect(await server.kill('SIGTERM')).toBe(0);
    expect(site.postmaster).toBeUndefined();
    expect(server.log.map(({ level, msg }) => [typeof level, typeof msg])).toEqual(
      server.stderr.map(() => ['string', 'string']),
    );
    expect(server.log.at(-1)).toMatchObject({ level: 'info', msg: 'stopped' });
    expect(server.stdout).toBe('');
    await site.write('galley.yaml', 'server: 3\n');
    const failed = site.serve();
    expect(await failed.ended).toBe(1);
    expect(failed.log).toEqual([expect.objectContaining({ level: 'error' })]);
  });

  test('keeps hidden files', async () => {
    await using site = await Site.create({ '.git/HEAD': 'ref', '.gitignore': '*.mine\n' });
    expect((await galleyHere(['init', '--project', site.directory])).ending).toBe(0);
    expect(await site.read('.gitignore')).toBe('*.mine\n');
    expect(await site.list()).toContain('galley.yaml');
  });

  test('refuses a folder with other files, and writes nothing', async () => {
    await using site = await Site.create({ 'letter.txt': 'Dear Inés' });
    const { ending, stderr } = await galleyHere(['serve', '--project', site.directory]);
    expect(ending).toBe(1);
    expect(stderr).toMatch(/^galley: .*neither empty nor a Galley project .*no galley\.yaml/);
    expect(await site.list()).toEqual(['letter.txt']);
    const file = await galleyHere(['serve', '--project', `${site.directory}/letter.txt`]);
    expect(file.ending).toBe(1);
    expect(file.stderr).toMatch(/^galley: .*letter\.txt is not a folder/);
  });
});

describe('the configuration of the server', () => {
  test('a port in use fails the start with a hint, before a database is started', async () => {
    await using site = await Site.create({ 'galley.yaml': '' });
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as { port: number };
    const args = ['serve', '--project', site.directory, '--port', String(port)];
    const { ending, stderr } = await galleyHere(args);
    other.close();
    expect(ending).toBe(1);
    expect(stderr).toContain(`listens on 127.0.0.1 port ${port}`);
    expect(stderr).toContain(`galley serve --port ${port + 1}`);
    expect(await site.list()).toEqual(['galley.yaml']);
  });

  test.each([
    ['an unknown key', 'server:\n  prot: 9000\n', /galley\.yaml:2:3: server\.prot: .*server\.port/],
    ['a wrong value', 'server:\n  port: high\n', /galley\.yaml:2:9: server\.port: /],
    ['broken YAML', 'server: [\n', /galley\.yaml:\d+:\d+: /],
  ])('GAP-PROJ-3: reports %s in galley.yaml with its line', async (_what, yaml, message) => {
    await using site = await Site.create({ 'galley.yaml': yaml });
    const { ending, stderr } = await galleyHere(['serve', '--project', site.directory]);
    expect(ending).toBe(1);
    expect(stderr).toMatch(message);
  });

  test('invalid site settings fail the start with file and line, and stop the database', async () => {
    await using site = await Site.create({
      'galley.yaml': '',
      'content/config/site.yaml': 'title: Ink\nlangauge: en\n',
    });
    const args = ['serve', '--project', site.directory, '--port', '0'];
    const { ending, stderr } = await galleyHere(args);
    expect(ending).toBe(1);
    expect(stderr).toMatch(/config\/site\.yaml:2:1: langauge: .*language\?/);
    expect(site.postmaster).toBeUndefined();
  });

  test('GAP-PROJ-3: --config-overlay overrides galley.yaml, and a later one overrides an earlier; half of the variables of the first administrator leave the link; invalid site settings keep the previous ones', async () => {
    await using database = await openTestDatabase();
    await using site = await Site.create({
      'galley.yaml': 'admin:\n  path: one\nserver:\n  host: 127.0.0.2\n',
      'staging.yaml': 'admin:\n  path: two\nserver:\n  host: 127.0.0.1\n',
      'mine.yaml': 'admin:\n  path: three\n',
      'content/config/site.yaml': 'title: First\n',
    });
    const server = site.serve(
      { DATABASE_URL: database.url, GALLEY_ADMIN_USERNAME: 'ada' },
      ...['--config-overlay', 'staging.yaml', '--config-overlay', 'mine.yaml'],
    );
    const address = await server.ready();
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:/);
    expect(server.entries('ready')[0]).toMatchObject({ admin: `${address}/three/` });
    // Half of the variables for the first administrator.
    expect(await server.setupToken()).toMatch(/.{40,}/);
    expect(server.stderr.join()).toContain('GALLEY_ADMIN_PASSWORD is not set');

    const visitor = new Client(address);
    const title = async (): Promise<string> =>
      (await visitor.get<{ title: string }>('/__platform/api/site')).json().title;
    await site.write('content/config/site.yaml', 'title: Second\nlanguage: [\n');
    const complaint = await vi.waitUntil(() => server.log.find(({ level }) => level === 'error'), {
      timeout: 30_000,
    });
    expect(complaint.msg).toMatch(
      /site settings rejected, keeping the previous ones: .*config\/site\.yaml:\d+:\d+/s,
    );
    expect(await title()).toBe('First');
    await site.write('content/config/site.yaml', 'title: Third\n');
    await expect.poll(title, { timeout: 30_000 }).toBe('Third');
  });
});

describe('the first administrator', () => {
  test('GAP-START-2: is created from the environment, without a link, and no log contains the password', async () => {
    await using database = await openTestDatabase();
    await using site = await Site.create({ 'galley.yaml': '' });
    const server = site.serve({
      ...adminVariables,
      DATABASE_URL: database.url,
      SERVICE_LOG: 'debug',
    });
    const client = await Client.signedIn(await server.ready());
    expect((await client.get('/__admin/api/documents')).status).toBe(200);
    expect(await server.kill('SIGTERM')).toBe(0);
    const log = server.stderr.join('\n');
    expect(log).not.toContain('setup#');
    expect(log).not.toContain(admin.password);
  });

  test('with a weak password ends the start and says which variable and what would do', async () => {
    await using database = await openTestDatabase();
    await using site = await Site.create({ 'galley.yaml': '' });
    const weak = { ...adminVariables, GALLEY_ADMIN_PASSWORD: 'weak-one' };
    const variables = { ...weak, DATABASE_URL: database.url };
    const args = ['serve', '--project', site.directory, '--port', '0'];
    const { ending, stderr } = await galleyHere(args, { variables });
    expect(ending).toBe(1);
    expect(stderr).toMatch(/^galley: .*GALLEY_ADMIN_PASSWORD.*at least 12 characters/m);
    expect(stderr).not.toContain('weak-one');
  });
});

describe('an unusable database', () => {
  test('of a newer Galley fails the start with a hint', async () => {
    await using database = await openTestDatabase();
    await using site = await Site.create({ 'galley.yaml': '' });
    await database.db
      .withTables<{ kysely_migration: { name: string; timestamp: string } }>()
      .insertInto('kysely_migration')
      .values({ name: '9999-tomorrow', timestamp: '2030' })
      .execute();
    const args = ['serve', '--project', site.directory, '--port', '0'];
    const variables = { DATABASE_URL: database.url };
    const { ending, stderr } = await galleyHere(args, { variables });
    expect(ending).toBe(1);
    expect(stderr).toMatch(
      /^galley: .*newer Galley .*\(9999-tomorrow\).*Start the newer Galley again/,
    );
  });

  test.each([
    ['no server answers', (url: URL) => (url.port = '9'), /cannot be used: .*ECONNREFUSED/],
    ['the password is wrong', (url: URL) => (url.username = 'intruder'), /password authentication/],
    ['there is none of that name', (url: URL) => (url.pathname = '/no'), /"no" does not exist/],
  ])('fails the start without revealing the password: %s', async (_why, spoil, message) => {
    await using database = await openTestDatabase();
    await using site = await Site.create({ 'galley.yaml': '' });
    const url = new URL(database.url);
    spoil(url);
    const args = ['serve', '--project', site.directory, '--port', '0'];
    const variables = { DATABASE_URL: url.href };
    const { ending, stderr } = await galleyHere(args, { variables });
    expect(ending).toBe(1);
    expect(stderr).toMatch(/^galley: The database at 127\.0\.0\.1:/);
    expect(stderr).toMatch(message);
    expect(stderr).toContain('database.url');
    expect(stderr).not.toContain(url.password);
    expect(stderr.split('\n')).toHaveLength(1);
  });
});
