import { expect, test, vi } from 'vitest';
import { TransactionPooler } from '@galley/testing';
import { adminVariables, Client, galley, openTestDatabase, Site } from './fixtures.ts';

vi.setConfig({ testTimeout: 240_000 });

const post = 'posts/paper-has-a-direction.md';

test('a server refuses to start behind a transaction pooler, and works with database.direct_url', async () => {
  await using database = await openTestDatabase();
  await using pooler = await TransactionPooler.before(database.url, { size: 3 });
  await using site = await Site.create();
  const pooled = { ...adminVariables, DATABASE_URL: pooler.url };
  const refused = site.serve(pooled);
  expect([await refused.ended, refused.stderr.join('\n')]).toEqual([
    1,
    expect.stringContaining('Set database.direct_url (GALLEY_DATABASE__DIRECT_URL)'),
  ]);

  const variables = { ...pooled, GALLEY_DATABASE__DIRECT_URL: database.url };
  const server = site.serve(variables);
  const client = await Client.signedIn(await server.ready());
  // More requests than the pooler has connections, yet few enough that none exceeds the wait limit.
  const saves = Array.from({ length: 16 }, (_, at) =>
    at % 2 === 0
      ? client.create(`Parallel ${at}`, `Text ${at}.\n`)
      : client.save({ path: post, content: `Text ${at}.\n` }),
  );
  const statuses = (await Promise.all(saves)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200]));
  const frontmatter = { title: 'Paper', workflow: 'published' };
  const published = await client.save({ path: post, content: 'Last of all.\n', frontmatter });
  expect(published.status).toBe(200);
  expect((await client.get('/posts/paper-has-a-direction/')).text).toContain('Last of all.');
  const build = await galley(['build', '--project', site.directory], { variables });
  expect([build.ending, build.stderr]).toEqual([0, '']);
  expect(server.log.filter(({ level }) => level === 'warn' || level === 'error')).toEqual([]);
});
