import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { temporaryDirectory, type TemporaryDirectory } from '@galley/testing';
import { expectProblem, TestServer, type Client } from '../fixtures.ts';

const api = '/__admin/api';
const page = (title: string, text: string): string => `---\ntitle: ${title}\n---\n${text}\n`;

let one: TestServer;
let two: TestServer;
let ada: Client;
let backups: TemporaryDirectory;

beforeAll(async () => {
  backups = await temporaryDirectory();
  const config = { backup: { directory: backups.path } };
  one = await TestServer.start({
    config,
    files: {
      'content/config/site.yaml': 'title: The Quoin\nurl: https://quoin.example\n',
      'content/posts/ink.md': page('Ink', 'As it was.'),
      'content/posts/paper.md': page('Paper', 'Never changed.'),
      'content/media/notes.txt': 'As they were.',
    },
  });
  two = await TestServer.beside(one, { config });
  ada = await one.signedIn();
});

afterAll(async () => {
  await two[Symbol.asyncDispose]();
  await one[Symbol.asyncDispose]();
  await backups[Symbol.asyncDispose]();
});

interface Info {
  readonly id: string;
  readonly name: string;
}

async function backUp(): Promise<Info> {
  const made = await ada.post(`${api}/backups/create`, { name: 'Site' });
  expect(made.status).toBe(200);
  return made.json<Info>();
}

async function save(path: string, content: string): Promise<void> {
  const frontmatter = { title: 'Ink', workflow: 'published' };
  const saved = await ada.post(`${api}/documents/save`, { path, content, frontmatter });
  expect(saved.status).toBe(200);
}

async function seenEverywhere(address: string, text: string): Promise<void> {
  for (const server of [one, two])
    await vi.waitFor(
      async () => expect((await server.visitor().get(address)).text).toContain(text),
      { timeout: 30_000, interval: 100 },
    );
}

const inContent = (path: string): string => join(one.project, 'content', path);

test('CMS-BAK-3: a restore replaces documents, settings and media in every process', async () => {
  const backup = await backUp();
  await save('posts/ink.md', 'As it is now.');
  await writeFile(inContent('posts/new.md'), page('New', 'Not for long.'));
  await writeFile(inContent('config/site.yaml'), 'title: The Platen\nurl: https://quoin.example\n');
  await writeFile(inContent('media/notes.txt'), 'As they are now.');
  await seenEverywhere('/posts/new/', 'The Platen');
  await seenEverywhere('/posts/ink/', 'As it is now.');
  const restored = await ada.post(`${api}/backups/restore`, { id: backup.id });
  expect(restored.json()).toMatchObject({
    ok: true,
    restored: { id: backup.id },
    snapshot: { name: 'before-restore', created_by: 'ada' },
    documents: 2,
  });
  await seenEverywhere('/posts/ink/', 'As it was.');
  await seenEverywhere('/', 'The Quoin');
  for (const server of [one, two])
    await vi.waitFor(
      async () => expect((await server.visitor().get('/posts/new/')).status).toBe(404),
      { timeout: 30_000, interval: 100 },
    );
  expect((await one.visitor().get('/media/notes.txt')).text).toBe('As they were.');
  const history = await ada.get(`${api}/documents/history?path=posts/ink.md`);
  expect(history.text).toContain('Restored from a backup');
  expect(await readdir(inContent('.restore'))).toEqual([]);
});

test('GAP-BAK-2: the snapshot taken by a restore is a regular backup', async () => {
  await save('posts/ink.md', 'Before the mistake.');
  const before = await readFile(inContent('posts/ink.md'), 'utf8');
  const listed = (await ada.get(`${api}/backups`)).json<Info[]>();
  const other = listed.find(({ name }) => name === 'Site')!;
  const mistake = await ada.post(`${api}/backups/restore`, { id: other.id });
  const { snapshot } = mistake.json<{ snapshot: Info }>();
  const { status } = await ada.post(`${api}/backups/restore`, { id: snapshot.id });
  expect(status).toBe(200);
  expect(await readFile(inContent('posts/ink.md'), 'utf8')).toBe(before);
});

test('edits on disk after a restore are detected', async () => {
  const { id } = await backUp();
  expect((await ada.post(`${api}/backups/restore`, { id })).status).toBe(200);
  await writeFile(inContent('posts/paper.md'), page('Paper', 'By hand, after it.'));
  await seenEverywhere('/posts/paper/', 'By hand, after it.');
});

test('an inconsistent archive is refused as invalid_archive without changes', async () => {
  const { id } = await backUp();
  const file = join(backups.path, id);
  const bytes = await readFile(file);
  const name = bytes.indexOf('content/posts/ink.md');
  // Extra fields follow the name in the zip entry; the header states their length just before the name.
  const data = name + 'content/posts/ink.md'.length + bytes.readUInt16LE(name - 2);
  bytes[data]! ^= 0xff;
  await writeFile(file, bytes);
  await save('posts/ink.md', 'Stays.');
  const before = await readFile(inContent('posts/ink.md'), 'utf8');
  const { detail } = expectProblem(
    await ada.post(`${api}/backups/restore`, { id }),
    422,
    'invalid_archive',
  );
  expect(detail).toContain('content/posts/ink.md');
  expect(await readFile(inContent('posts/ink.md'), 'utf8')).toBe(before);
});

test('only users who manage operations restore, and a refused attempt is audited', async () => {
  const editor = await one.signedInAs({ username: 'edith', role: 'editor' });
  const body = { id: 'none.zip' };
  expectProblem(await editor.post(`${api}/backups/restore`, body), 403, 'forbidden');
  expectProblem(await ada.post(`${api}/backups/restore`, body), 404, 'not_found');
  const audit = await ada.get(`${api}/audit?action=backup.restore`);
  expect(audit.text).toContain('"outcome":"denied"');
  expect(audit.text).toContain('"snapshot":"before-restore');
});
