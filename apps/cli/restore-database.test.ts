import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { adminVariables, Client, galley, openTestDatabase, Site } from './fixtures.ts';

vi.setConfig({ testTimeout: 240_000 });

const post = 'posts/paper-has-a-direction.md';

test('a server works on the database of a backup once an administrator has a password', async () => {
  await using before = await openTestDatabase();
  await using after = await openTestDatabase();
  await using site = await Site.create();
  const old = { ...adminVariables, DATABASE_URL: before.url };
  const server = site.serve(old);
  const client = await Client.signedIn(await server.ready());
  const frontmatter = { title: 'Paper', workflow: 'published' };
  const content = 'Line\u2028separated, “quoted”.\n';
  expect((await client.save({ path: post, content, frontmatter })).status).toBe(200);
  const made = await galley(
    ['backup', 'create', '--database', '--json', '--project', site.directory],
    { variables: old },
  );
  expect(await server.kill('SIGTERM')).toBe(0);
  const { id } = JSON.parse(made.stdout) as { id: string };

  const variables = { DATABASE_URL: after.url };
  const archive = join(site.directory, '.service/backups', id);
  const restored = await galley(
    ['backup', 'restore-database', archive, '--project', site.directory],
    { variables },
  );
  expect([restored.ending, restored.stderr]).toEqual([0, '']);
  expect(restored.stdout).toContain('among them 15 documents');
  expect(restored.stdout).toContain('galley users reset-password ada');
  const reset = ['users', 'reset-password', 'ada', '--password-stdin', '--project', site.directory];
  const input = `${adminVariables.GALLEY_ADMIN_PASSWORD}\n`;
  expect(await galley(reset, { variables, input })).toMatchObject({ ending: 0 });
  const ada = await Client.signedIn(await site.serve(variables).ready());
  expect((await ada.document(post)).raw_body).toBe(content);
  expect((await ada.get('/posts/paper-has-a-direction/')).text).toContain('“quoted”');
  expect((await ada.create('New', 'After.\n')).status).toBe(200);
});
