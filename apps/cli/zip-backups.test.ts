import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { galley, openTestDatabase, Site } from './fixtures.ts';
import { galleyHere } from './run-here.fixtures.ts';

interface Listed {
  readonly id: string;
  readonly type: string;
  readonly created_by: string;
}

const files = {
  'galley.yaml': '',
  'content/posts/ink.md': '---\ntitle: Ink\n---\nBlack.\n',
  'content/media/a.txt': 'A press.\n',
};

function backup(site: Site, args: string[], variables = {}) {
  return galleyHere(['backup', ...args, '--project', site.directory], { variables });
}

const jsonOf = <T>({ stdout }: { stdout: string }): T => JSON.parse(stdout) as T;
const archive = (site: Site, id: string): string => join(site.directory, '.service/backups', id);

describe('CMS-CLI-4: galley backup', { timeout: 60_000 }, () => {
  test('create makes an archive, list shows it, and verify finds it whole', async () => {
    await using database = await openTestDatabase();
    const variables = { DATABASE_URL: database.url };
    await using site = await Site.create(files);
    expect(await backup(site, ['list', '--json'])).toMatchObject({ ending: 0, stdout: '[]\n' });
    const create = ['backup', 'create', 'nightly', '--database', '--json'];
    const made = await galley([...create, '--project', site.directory], { variables });
    expect([made.ending, made.stderr]).toEqual([0, '']);
    const info = jsonOf<Listed>(made);
    expect(info).toMatchObject({ type: 'content+database', created_by: 'galley' });
    expect(jsonOf(await backup(site, ['list', '--json']))).toEqual([info]);
    expect((await backup(site, ['list'])).stdout).toMatch(
      /^nightly-\S+\.zip {2}\S+Z {2}galley {2}content\+database {2}\d+ kB\n$/,
    );
    const verified = await galleyHere(['backup', 'verify', archive(site, info.id)]);
    expect(verified).toMatchObject({ ending: 0 });
    expect(verified.stdout).toMatch(/ is intact: \d+ files, \d+ kB\.\n$/);
  });

  test('works while a server runs', async () => {
    await using database = await openTestDatabase();
    const variables = { DATABASE_URL: database.url };
    await using site = await Site.create(files);
    await site.serve(variables).ready();
    const made = await backup(site, ['create', '--no-media'], variables);
    expect(made).toMatchObject({ ending: 0 });
    expect(made.stdout).toMatch(/^Backup backup-\S+\.zip: \d+ kB, written and verified\.\n$/);
  });

  test('verify exits with 1 and names the error for a damaged or invalid file', async () => {
    await using database = await openTestDatabase();
    await using site = await Site.create(files);
    const made = await backup(site, ['create', '--json'], { DATABASE_URL: database.url });
    expect(made).toMatchObject({ ending: 0 });
    const path = archive(site, jsonOf<Listed>(made).id);
    await writeFile(path, (await readFile(path, 'latin1')).replace('A press', 'A prass'), 'latin1');
    const broken = await galleyHere(['backup', 'verify', path]);
    expect(broken).toMatchObject({ ending: 1, stdout: '' });
    expect(broken.stderr).toMatch(/^galley: "content\/media\/a\.txt" .*broken/);
    const none = await galleyHere(['backup', 'verify', join(site.directory, 'none.zip')]);
    expect(none).toMatchObject({ ending: 1, stderr: 'galley: There is no file none.zip there.' });
  });

  test.each([
    [['create', ' ']],
    [['create', 'a', '--medium']],
    [['verify']],
    [['restore', 'x']],
    [[]],
  ])('exits with 2 on wrong usage: %j', async (args) => {
    const wrong = await galleyHere(['backup', ...args]);
    expect(wrong).toMatchObject({ ending: 2, stdout: '' });
    expect(wrong.stderr).toMatch(/^galley: /);
  });

  test('exits with 1 outside a project and explains why', async () => {
    await using site = await Site.create({});
    const lost = await backup(site, ['list']);
    expect(lost).toMatchObject({ ending: 1 });
    expect(lost.stderr).toMatch(/galley\.yaml/);
  });

  test.each(['create', 'list', 'verify', 'drill', 'restore-database'])(
    '%s has help with an example',
    async (name) => {
      const { ending, stdout } = await galleyHere(['backup', name, '--help']);
      expect(ending).toBe(0);
      expect(stdout).toMatch(new RegExp(`Examples:\\n\\s+galley backup ${name}`));
    },
  );
});
