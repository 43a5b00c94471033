import { readFile, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { temporaryDirectory } from '@galley/testing';
import { openTestDatabase, Site } from './fixtures.ts';
import { galleyHere } from './run-here.fixtures.ts';

vi.setConfig({ testTimeout: 240_000 });

const files = {
  'galley.yaml': '',
  'content/posts/ink.md': '---\ntitle: Ink\nworkflow: published\n---\nBlack.\n',
  'content/media/a.txt': 'A press.\n',
};

interface Drill {
  readonly file: string;
  readonly problems: readonly string[];
}

test('a drill restores, compares and opens the newest backup, and reports a damaged one (ADD-BAK-1)', async () => {
  await using database = await openTestDatabase();
  await using scratch = await temporaryDirectory();
  await using site = await Site.create(files);
  const variables = { DATABASE_URL: database.url, TMPDIR: scratch.path };
  const backup = (...args: string[]) =>
    galleyHere(['backup', ...args, '--project', site.directory], { variables });
  const drill = async (...args: string[]) => {
    const { ending, stdout } = await backup('drill', '--json', ...args);
    expect(await readdir(scratch.path)).toEqual([]);
    return { ending, ...(JSON.parse(stdout) as Drill) };
  };

  const none = await backup('drill');
  expect(none).toMatchObject({ ending: 1, stdout: '' });
  expect(none.stderr).toMatch(/no backup in .*galley backup create/);

  expect(await backup('create', 'old')).toMatchObject({ ending: 0 });
  const made = await backup('create', 'nightly', '--database', '--json');
  const { id } = JSON.parse(made.stdout) as { id: string };
  const path = join(site.directory, '.service/backups', id);
  const before = await Promise.all([readdir(site.directory, { recursive: true }), stat(path)]);
  expect(await drill()).toMatchObject({
    ending: 0,
    ok: true,
    file: path,
    name: 'nightly',
    type: 'content+database',
    problems: [],
    files: { compared: 2, different: [] },
    tables: { compared: 'lines', different: [] },
    server: { status: 200, documents: 1 },
  });
  expect([await readdir(site.directory, { recursive: true }), await stat(path)]).toEqual(before);

  await writeFile(path, (await readFile(path, 'latin1')).replace('A press', 'A prass'), 'latin1');
  const damaged = await drill(path);
  expect(damaged).toMatchObject({ ending: 1, ok: false, files: null, server: null });
  expect(damaged.problems).toEqual([expect.stringContaining('content/media/a.txt')]);
  const told = await backup('drill', path);
  expect(told.stdout).toMatch(/the drill failed after .*\nProblem: .*content\/media\/a\.txt/);
});
