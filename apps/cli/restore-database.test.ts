import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { adminVariables, Client, openTestDatabase, Site } from './fixtures.ts';
import { galleyHere } from './run-here.fixtures.ts';

vi.setConfig({ testTimeout: 240_000 });

const post = 'posts/paper-has-a-direction.md';

test('a server works on a restored database once an administrator has a password', async () => {
  await using before = await openTestDatabase();
  await using after = await openTestDatabase();
  await using site = await Site.create();
  const old = { ...adminVariables, DATABASE_URL: before.url };
  const server = site.serve(old);
  const client = await Client.signedIn(await server.ready());
  const frontmatter = { title: 'Paper', workflow: 'published' };
  const content = 'Line\u2028separated, “quoted”.\n';
  expect((await client.save({ path: post, content, frontmatter })).status).toBe(200);
  const made = await galleyHere(
    ['backup', 'create', '--database', '--json', '--project', site.directory],
    { variables: old },
  );
  expect(await server.kill('SIGTERM')).toBe(0);
  const { id } = JSON.parse(made.stdout) as { id: string };

  const variables = { DATABASE_URL: after.url };
  const archive = join(site.directory, '.service/backups', id);
  const restored = await galleyHere(
    ['backup', 'restore-database', archive, '--project', site.directory],
    { variables },
  );
  expect([restored.ending, restored.stderr]).toEqual([0, '']);
  expect(restored.stdout).toContain('among them 15 documents');
  expect(restored.stdout).toContain('galley users reset-password ada');
  const reset = ['users', 'reset-password', 'ada', '--password-stdin', '--project', site.directory];
  const input = `${adminVariables.GALLEY_ADMIN_PASSWORD}\n`;
  expect(await galleyHere(reset, { variables, input })).toMatchObject({ ending: 0 });
  const ada = await Client.signedIn(await site.serve(variables).ready());
  expect((await ada.document(post)).raw_body).toBe(content);
  expect((await ada.get('/posts/paper-has-a-direction/')).text).toContain('“quoted”');
  expect((await ada.create('New', 'After.\n')).status).toBe(200);
});

test('restores into the embedded server, and the doctor confirms the history', async () => {
  await using site = await Site.create();
  const project = ['--project', site.directory];
  const server = site.serve(adminVariables);
  const client = await Client.signedIn(await server.ready());
  for (const content of ['One.\n', 'Two.\n'])
    expect((await client.save({ path: post, content })).status).toBe(200);
  const made = await galleyHere(['backup', 'create', '--database', '--json', ...project]);
  expect(await server.kill('SIGTERM')).toBe(0);
  const { id } = JSON.parse(made.stdout) as { id: string };
  const archive = join(site.directory, '.service/backups', id);
  const refused = await galleyHere(['backup', 'restore-database', archive, ...project]);
  expect([refused.ending, refused.stdout]).toEqual([1, '']);

  await rm(join(site.directory, 'data/postgres'), { recursive: true });
  const restored = await galleyHere(['backup', 'restore-database', archive, ...project]);
  expect([restored.ending, restored.stderr]).toEqual([0, '']);
  expect(restored.stdout).toContain('among them 15 documents');
  const doctor = await galleyHere(['doctor', '--verify-history', '--json', ...project]);
  const { checks, findings } = JSON.parse(doctor.stdout) as Record<string, { name: string }[]>;
  expect(checks!.find(({ name }) => name === 'history')).toMatchObject({ status: 'ok' });
  expect(findings).toEqual([]);
  const input = `${adminVariables.GALLEY_ADMIN_PASSWORD}\n`;
  const reset = ['users', 'reset-password', 'ada', '--password-stdin', ...project];
  expect(await galleyHere(reset, { input })).toMatchObject({ ending: 0 });
  const ada = await Client.signedIn(await site.serve().ready());
  expect((await ada.document(post)).raw_body).toBe('Two.\n');
});
