import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { adminVariables, Client, openTestDatabase, Site } from './fixtures.ts';
import { galleyHere } from './run-here.fixtures.ts';

function backup(site: Site, args: string[], variables = {}) {
  return galleyHere(['backup', ...args, '--project', site.directory], { variables });
}

async function projectAtRest(): Promise<Site> {
  const site = await Site.create();
  await writeFile(join(site.directory, 'galley.yaml'), '');
  await write(site, 'Hello');
  return site;
}

async function write(site: Site, text: string): Promise<void> {
  await mkdir(join(site.directory, 'content/posts'), { recursive: true });
  await writeFile(join(site.directory, 'content/posts/hello.md'), text);
}

test('takes a snapshot without a running server, and none without changes (CMS-CLI-5)', async () => {
  await using site = await projectAtRest();
  await using database = await openTestDatabase();
  const variables = { DATABASE_URL: database.url };
  const taken = await backup(site, ['git-snapshot', 'Before the redesign'], variables);
  expect(taken).toMatchObject({ ending: 0 });
  expect(taken.stdout).toMatch(/^Snapshot [0-9a-f]{40}: 1 file changed\.\n$/);
  const again = await backup(site, ['git-snapshot', 'Again'], variables);
  expect(again.stdout).toMatch(/^No changes since snapshot [0-9a-f]{40}\.\n$/);
});

test('lists snapshots, newest first, as text or JSON (CMS-CLI-5)', async () => {
  await using site = await projectAtRest();
  await using database = await openTestDatabase();
  const args = ['git-snapshot', 'A note\n\nand more', '--json'];
  const taken = await backup(site, args, { DATABASE_URL: database.url });
  const info = JSON.parse(taken.stdout) as Record<string, unknown>;
  expect(info).toMatchObject({ type: 'git', name: 'A note\n\nand more', size: 5, created: true });
  const log = await backup(site, ['git-log']);
  expect(log.stdout).toMatch(/^[0-9a-f]{10} {2}\S+Z {2}Galley {2}A note\n$/);
  const newest = JSON.parse((await backup(site, ['git-log', '1', '--json'])).stdout) as object[];
  expect(newest).toEqual([
    {
      hash: info['id'],
      author: 'Galley',
      email: 'galley@localhost',
      date: info['created_at'],
      message: 'A note\n\nand more',
    },
  ]);
});

test('command and running server take snapshots of one tree, and the audit log has both', async () => {
  await using site = await Site.create();
  await using database = await openTestDatabase();
  const variables = { DATABASE_URL: database.url };
  const address = await site.serve({ ...variables, ...adminVariables }).ready();
  const client = await Client.signedIn(address);
  const message = 'From the admin';
  const [byHand, byServer] = await Promise.all([
    backup(site, ['git-snapshot', 'By hand'], variables),
    client.post('/__admin/api/backups/git-snapshot', { message }),
  ]);
  expect(byHand).toMatchObject({ ending: 0 });
  expect(byServer.status).toBe(200);
  const found = await client.get<{ actor: string }[]>(
    '/__admin/api/audit?action=backup.git_snapshot',
  );
  expect(
    found
      .json()
      .map(({ actor }) => actor)
      .toSorted(),
  ).toEqual(['ada', 'galley']);
});

test.each([
  [['git-snapshot'], 'needs <message>'],
  [['git-snapshot', ' '], 'must not be empty'],
  [['git-log', 'many'], 'whole number'],
  [['git-log', '0'], 'whole number'],
  [[], 'choose a command'],
])('%j is wrong usage', async (args, words) => {
  await using site = await Site.create();
  const { ending, stderr } = await backup(site, args);
  expect(ending).toBe(2);
  expect(String(stderr)).toContain(words);
});

test('an unusable repository is an error with exit code 1', async () => {
  await using site = await projectAtRest();
  await using database = await openTestDatabase();
  const place = join(site.directory, 'content/.git');
  await mkdir(place);
  await writeFile(join(place, 'HEAD'), 'ref: refs/heads/main\n');
  await writeFile(join(place, 'config'), '[extensions]\n\tobjectFormat = sha256\n');
  const taken = await backup(site, ['git-snapshot', 'No'], { DATABASE_URL: database.url });
  expect(taken.ending).toBe(1);
  expect(String(taken.stderr)).toContain('Galley supports only SHA-1');
});
