import { cp, mkdir, readFile, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import {
  adminVariables,
  Client,
  openTestDatabase,
  Site,
  type GalleyProcess,
  type Variables,
} from './fixtures.ts';
import { galleyHere } from './run-here.fixtures.ts';

vi.setConfig({ testTimeout: 240_000 });

const post = 'posts/paper-has-a-direction.md';

interface Health {
  readonly checks: Record<string, { readonly ok: boolean }>;
}

async function refusal(site: Site, variables: Variables): Promise<string> {
  const args = ['serve', '--port', '0', '--project', site.directory];
  const { ending, stderr } = await galleyHere(args, { variables });
  expect(ending).toBe(1);
  return stderr;
}

async function total(client: Client): Promise<number> {
  return (await client.get<{ total: number }>('/__admin/api/documents?limit=1')).json().total;
}

/** Starts two servers concurrently; returns the project of the one that runs first. */
async function startBoth(sites: [Site, Site], variables: Variables) {
  const servers = sites.map((site) => site.serve(variables)) as [GalleyProcess, GalleyProcess];
  // `ready` rejects for the server that exits early.
  await Promise.allSettled(servers.map((server) => server.ready()));
  const refused = servers.filter(({ hasEnded }) => hasEnded);
  expect(refused).toHaveLength(1);
  expect(await refused[0]!.ended).toBe(1);
  expect(refused[0]!.stderr.join('\n')).toContain('galley adopt-tree');
  const isFirst = refused[0] === servers[1];
  return {
    first: servers[isFirst ? 0 : 1],
    one: sites[isFirst ? 0 : 1],
    two: sites[isFirst ? 1 : 0],
  };
}

test('of two servers that start concurrently with one database and different content folders, one refuses to start until its folder is adopted', async () => {
  await using database = await openTestDatabase();
  const variables = { ...adminVariables, DATABASE_URL: database.url };
  await using left = await Site.create();
  await using right = await Site.create();
  const { first, one, two } = await startBoth([left, right], variables);
  const client = await Client.signedIn(await first.ready());
  const content = 'Written at the first.\n';
  const saved = await client.save({ path: post, content, frontmatter: { title: 'Paper' } });
  expect(saved.status).toBe(200);

  expect(await refusal(two, variables)).toMatch(
    /belongs to the content folder.*galley adopt-tree/s,
  );
  const build = await galleyHere(['build', '--project', two.directory], { variables });
  expect([build.ending, build.stderr]).toEqual([1, expect.stringContaining('galley adopt-tree')]);
  const backup = await galleyHere(['backup', 'create', '--project', two.directory], { variables });
  expect([backup.ending, backup.stderr]).toEqual([1, expect.stringContaining('adopt-tree')]);
  const doctor = await galleyHere(['doctor', '--json', '--project', two.directory], { variables });
  expect(JSON.parse(doctor.stdout)).toMatchObject({
    ok: false,
    checks: expect.arrayContaining([
      expect.objectContaining({ name: 'content_tree', status: 'error' }),
    ]) as unknown,
  });
  expect([await total(client), (await client.document(post)).raw_body]).toEqual([15, content]);

  // The folder of the second project replaces that of the first, whose server keeps running.
  const adopted = await galleyHere(['adopt-tree', '--json', '--project', two.directory], {
    variables,
  });
  expect(JSON.parse(adopted.stdout)).toMatchObject({ adopted: true, documents: 15, found: 15 });
  const audited = await database.db
    .selectFrom('audit_entries')
    .select(['actor', 'target', 'details'])
    .where('action', '=', 'content_folder.adopt')
    .execute();
  expect(audited).toMatchObject([
    {
      actor: 'galley',
      target: join(two.directory, 'content'),
      details: { by: 'command line', found: 15 },
    },
  ]);
  const later = await client.save({ path: post, content: 'Too late.\n' });
  expect([later.status, later.json()]).toMatchObject([503, { code: 'foreign_tree' }]);
  const health = (await client.get<Health>('/__health')).json();
  expect(health.checks['content_tree']).toMatchObject({ ok: false });
  expect(await first.kill('SIGTERM')).toBe(0);
  const second = await Client.signedIn(await two.serve(variables).ready());
  expect(await total(second)).toBe(15);
  expect(await refusal(one, variables)).toContain('galley adopt-tree');
});

test('ADD-TREE-1: after a server starts on a copy of the folder with its mark, the previous server writes nothing', async () => {
  await using database = await openTestDatabase();
  const variables = { ...adminVariables, DATABASE_URL: database.url };
  await using one = await Site.create();
  const first = one.serve(variables);
  const client = await Client.signedIn(await first.ready());
  const beside = one.serve(variables);
  const colleague = client.at(await beside.ready());
  const save = (at: Client, content: string) => at.save({ path: post, content });
  for (const at of [client, colleague]) expect((await save(at, 'Shared.\n')).status).toBe(200);

  await using two = await Site.create();
  await cp(one.directory, two.directory, { recursive: true, preserveTimestamps: true });
  const second = two.serve(variables);
  expect((await save(client.at(await second.ready()), 'At the copy.\n')).status).toBe(200);
  for (const at of [client, colleague]) {
    const refused = await save(at, 'Diverged.\n');
    expect([refused.status, refused.json()]).toMatchObject([503, { code: 'foreign_tree' }]);
    expect(refused.text).toContain(join(two.directory, 'content'));
  }
  expect(await readFile(join(one.directory, 'content', post), 'utf8')).toContain('Shared.');
  expect(await second.kill('SIGTERM')).toBe(0);
});

test('when the content folder disappears, no document is deleted and no save is lost, and the server recovers when it is back', async () => {
  await using database = await openTestDatabase();
  const variables = {
    ...adminVariables,
    DATABASE_URL: database.url,
    GALLEY_CONTENT__WATCH: 'poll',
    GALLEY_CONTENT__POLL_INTERVAL: '50ms',
  };
  await using site = await Site.create();
  const server = site.serve(variables);
  const client = await Client.signedIn(await server.ready());
  // A commit in progress would go on in the empty folder.
  await server.logged('content committed for agents');
  const content = join(site.directory, 'content');
  await rename(content, `${content}-away`);
  await mkdir(content);
  await server.logged('content-watcher failed, trying again');
  expect(await total(client)).toBe(15);
  const refused = await client.save({ path: post, content: 'Refused.\n' });
  expect([refused.status, refused.json()]).toMatchObject([503, { code: 'foreign_tree' }]);
  expect((await client.get('/posts/paper-has-a-direction/')).status).toBe(200);
  expect(await readdir(content)).toEqual([]);

  await rm(content, { recursive: true });
  await rename(`${content}-away`, content);
  expect((await client.save({ path: post, content: 'Back.\n' })).status).toBe(200);
  expect(await readFile(join(content, post), 'utf8')).toContain('Back.');
  expect(await total(client)).toBe(15);
  expect(server.entries('document removed on disk')).toEqual([]);

  // Mimics `git clean -dfx` in the current folder.
  await rm(join(content, '.galley'), { recursive: true });
  expect((await client.save({ path: post, content: 'Cleaned.\n' })).status).toBe(200);
  expect(await site.list('content/.galley')).toContain('tree-id');

  expect(await server.kill('SIGTERM')).toBe(0);
  await rename(content, `${content}-away`);
  await mkdir(content);
  expect(await refusal(site, variables)).toContain('galley adopt-tree');
  // Mimics a database of version 1.0, which has no record of its tree.
  await database.db.deleteFrom('project_facts').where('name', '=', 'content_tree').execute();
  expect(await refusal(site, variables)).toMatch(/knows 15 documents, but none of them/);
  await rm(content, { recursive: true });
  await rename(`${content}-away`, content);
  await rm(join(content, '.galley'), { recursive: true });
  const upgraded = await Client.signedIn(await site.serve(variables).ready());
  expect(await total(upgraded)).toBe(15);
  expect(await site.list('content/.galley')).toEqual(['.gitignore', 'tree-id']);
});
