import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { zipOfFiles } from '@galley/testing';
import { adminVariables, galley, openTestDatabase, Site } from './fixtures.ts';

function packed(version: string, more = ''): Buffer {
  return zipOfFiles({
    'plugin.yaml': `name: stamp\nversion: ${version}\npermissions: [render${more && ', network'}]\nfilters: [page.html]\n${more}`,
    'index.js': `export const filters = { 'page.html': (html) => html.replace('</body>', '<!-- stamp ${version} --></body>') };`,
  });
}

test('ADD-PLUG-6: plugins are installed, enabled, updated, rolled back and deleted while the server runs', async () => {
  await using database = await openTestDatabase();
  await using site = await Site.create({
    'galley.yaml': '',
    'content/posts/ink.md': '---\ntitle: Ink\n---\nA colour.\n',
  });
  const variables = { ...adminVariables, DATABASE_URL: database.url };
  const address = await site.serve(variables).ready();
  const file = async (name: string, zip: Buffer): Promise<string> => {
    await writeFile(join(site.directory, name), zip);
    return join(site.directory, name);
  };
  const run = (...args: string[]) =>
    galley(['plugins', ...args, '--project', site.directory], {
      variables: { DATABASE_URL: database.url },
    });
  const json = async (...args: string[]): Promise<unknown> => {
    const { ending, stdout, stderr } = await run(...args, '--json');
    expect({ ending, stderr }).toEqual({ ending: 0, stderr: '' });
    return JSON.parse(stdout);
  };
  const seen = (text: string) =>
    vi.waitFor(
      async () => expect(await (await fetch(`${address}/posts/ink/`)).text()).toContain(text),
      60_000,
    );

  const first = await file('stamp-1.zip', packed('1.0.0'));
  expect(await json('install', first)).toMatchObject({
    name: 'stamp',
    version: '1.0.0',
    installed_version: null,
    applied: true,
    permissions: ['render'],
  });
  const refused = await run('enable', 'stamp');
  expect(refused.ending).toBe(1);
  expect(refused.stderr).toContain('  - change what every reader sees on the public pages\n');
  expect(refused.stderr).toContain('Add --accept-permissions.');
  expect(await json('enable', 'stamp', '--accept-permissions')).toEqual({
    name: 'stamp',
    version: '1.0.0',
    enabled: true,
    permissions: ['render'],
  });
  await seen('stamp 1.0.0');

  const second = await file('stamp-2.zip', packed('2.0.0', 'hosts: [example.org]\n'));
  expect(await json('update', second, '--dry-run')).toMatchObject({
    installed_version: '1.0.0',
    needs_approval: true,
    applied: false,
    changes: [
      { kind: 'permission', name: 'network', change: 'added' },
      { kind: 'host', name: 'example.org', change: 'added' },
    ],
  });
  const narrow = await run('update', second, '--yes');
  expect(narrow.ending).toBe(1);
  expect(narrow.stderr).toContain(`stamp 1.0.0 → 2.0.0
  + permission network: send and receive data over the network (example.org)
  + host example.org
It requests more than was approved.`);
  await seen('stamp 1.0.0');
  const updated = await run('update', second, '--accept-permissions');
  expect([updated.ending, updated.stderr]).toEqual([0, '']);
  expect(updated.stdout).toContain('Updated stamp to 2.0.0.');
  await seen('stamp 2.0.0');

  expect(await json('rollback', 'stamp', '--yes')).toMatchObject({ version: '1.0.0' });
  await seen('stamp 1.0.0');
  expect(await json('list')).toContainEqual(
    expect.objectContaining({ name: 'stamp', enabled: true, previous_version: '2.0.0' }),
  );
  const early = await run('delete', 'stamp', '--yes');
  expect([early.ending, early.stderr]).toEqual([
    1,
    'galley: The plugin stamp is enabled. Disable it first.',
  ]);
  expect(await json('disable', 'stamp')).toEqual({ name: 'stamp', enabled: false });
  expect((await run('delete', 'stamp')).stderr).toContain('Add --yes.');
  expect(await json('delete', 'stamp', '--yes', '--remove-data')).toEqual({
    name: 'stamp',
    data_removed: true,
  });
  const missing = await run('update', first, '--yes');
  expect(missing.ending).toBe(1);
  expect(missing.stderr).toContain('There is no plugin "stamp"');

  const entries = await database.db
    .selectFrom('audit_entries')
    .select(['action', 'actor', 'details'])
    .where('target', '=', 'stamp')
    .orderBy('id')
    .execute();
  expect(entries.map(({ action }) => action)).toEqual([
    'plugin.install',
    'plugin.enable',
    'plugin.update',
    'plugin.rollback',
    'plugin.disable',
    'plugin.delete',
  ]);
  expect(entries[2]).toMatchObject({
    actor: 'galley',
    details: { permissions: ['render', 'network'], by: 'command line' },
  });
}, 180_000);

test('ADD-PLUG-6: a wrong file and a wrong command are refused with exit codes 1 and 2', async () => {
  await using database = await openTestDatabase();
  await using site = await Site.create({ 'galley.yaml': '' });
  const variables = { DATABASE_URL: database.url };
  const run = (...args: string[]) =>
    galley(['plugins', ...args, '--project', site.directory], { variables });
  const absent = await run('install', join(site.directory, 'absent.zip'));
  expect([absent.ending, absent.stderr]).toEqual([
    1,
    `galley: ${site.directory}/absent.zip is not a file.`,
  ]);
  expect((await run('install')).ending).toBe(2);
  expect((await run('rollback', 'link-checker', '--yes')).stderr).toContain(
    'link-checker is a plugin that comes with Galley.',
  );
}, 60_000);
