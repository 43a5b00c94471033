import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ImportReport } from '@galley/cms';
import { expect, test, vi } from 'vitest';
import { GalleyProcess } from './fixtures.ts';
import { setUpImport } from './import.fixtures.ts';

const posts = 1_500;
const many = Object.fromEntries(
  Array.from({ length: posts }, (_one, index) => [
    `content/posts/post-${index}.md`,
    `---\ntitle: Post ${index}\n---\nThe text of ${index}.\n`,
  ]),
);

test('ADD-IMP-3, ADD-IMP-11: a killed import leaves whole pages, and an audit entry that says so', async () => {
  await using here = await setUpImport(many);
  const { db } = here.database;
  const entries = () =>
    db
      .selectFrom('audit_entries')
      .select(['target', 'details'])
      .where('action', '=', 'content.import')
      .orderBy('id')
      .execute();
  const written = async () => (await db.selectFrom('documents').select('path').execute()).length;
  const killed = new GalleyProcess(
    ['import', 'hugo', here.old.directory, '--json', '--project', here.site.directory],
    { variables: { DATABASE_URL: here.database.url } },
  );
  await vi.waitUntil(async () => (await written()) > 0, { timeout: 60_000, interval: 5 });
  process.kill(killed.pid, 'SIGKILL');
  expect(await killed.ended).toBe('SIGKILL');
  const count = await written();
  expect(count).toBeLessThan(posts);

  const { ending, stdout, stderr } = await here.run('hugo');
  expect(ending).toBe(0);
  expect(stderr).toContain('an import was interrupted');
  const { documents, pages } = JSON.parse(stdout) as ImportReport;
  expect([documents.length, pages]).toEqual([posts, posts - count]);
  expect(await entries()).toMatchObject([
    { details: { interrupted: true, pages: count, by: 'command line' } },
    { details: { interrupted: false, pages: posts - count } },
  ]);
  for (const index of [0, 1, 2, posts - 1]) {
    const text = await here.read(`posts/post-${index}.md`);
    expect(text).toMatch(new RegExp(`---\\nThe text of ${index}\\.\\n$`));
  }
}, 180_000);

test('ADD-IMP-11: two imports of one site do not run at the same time', async () => {
  await using here = await setUpImport({ 'content/posts/a.md': 'A\n' });
  const folder = join(here.site.directory, 'data/import');
  await mkdir(folder, { recursive: true });
  const state = join(folder, 'state.json');
  // A server has accepted it, and is about to start it.
  await writeFile(state, JSON.stringify({ id: 'a', state: 'importing', isRunning: false }));
  const { ending, stderr } = await here.run('hugo');
  expect(ending).toBe(1);
  expect(stderr).toContain('An import of this site is running');
  await rm(state);
  expect((await here.report('hugo')).pages).toBe(1);
}, 120_000);
