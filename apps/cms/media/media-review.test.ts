import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { Editor } from '../editorial/fixtures.ts';
import { expectProblem, TestServer, type Answer, type Client } from '../fixtures.ts';

const api = '/__admin/api';
const drawing = (width: number): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} 3"/>`;

interface Item {
  readonly path: string;
  readonly state: string;
  readonly uploaded_by: string;
  readonly metadata: { readonly hash: string; readonly alt: string | null };
}

interface Pending {
  readonly path: string;
  readonly change: string;
  readonly hash: string;
  readonly contributors: readonly string[];
  readonly can_review: boolean;
  readonly public: { readonly metadata: { readonly alt: string | null } } | null;
  readonly pending: { readonly metadata: { readonly alt: string | null } } | null;
  readonly changes_requested: { readonly by: string; readonly note: string } | null;
}

let server: TestServer;
let maria: Client;
let jan: Client;
let edith: Client;
let rosa: Client;
let pages = 0;

beforeAll(async () => {
  server = await TestServer.start({
    files: {
      'content/config/site.yaml':
        'seo:\n  organization:\n    name: The Press\n    logo: /media/logo.svg\neditorial:\n  require_approval: true\n',
      'content/media/logo.svg': drawing(1),
      'content/media/banner.svg': drawing(1),
      'content/media/pattern.svg': drawing(1),
      'templates/partials/banner.html': '<img src="/media/banner.svg" alt="">',
      'themes/paper/style.css': 'body { background: url(/media/pattern.svg) }',
    },
  });
  maria = await server.signedInAs({ username: 'maria', role: 'author' });
  jan = await server.signedInAs({ username: 'jan', role: 'author' });
  edith = await server.signedInAs({ username: 'edith', role: 'editor' });
  rosa = await server.signedInAs({ username: 'rosa', role: 'reviewer' });
});

afterAll(() => server[Symbol.asyncDispose]());

async function ok<T>(answer: Answer | Promise<Answer>): Promise<T> {
  const given = await answer;
  expect({ status: given.status, text: given.text }).toMatchObject({ status: 200 });
  return given.json<T>();
}

function upload(client: Client, path: string, content: string): Promise<Item> {
  const form = { file: { name: 'x.svg', content }, fields: { path } };
  return ok<Item>(client.upload(`${api}/media/upload`, form));
}

function replace(client: Client, path: string, content: string): Promise<Answer> {
  const form = { file: { name: 'x.svg', content }, fields: { path } };
  return client.upload(`${api}/media/replace`, form);
}

function post(client: Client, path: string, body: object): Promise<Answer> {
  return client.post(`${api}${path}`, body);
}

async function seen(path: string): Promise<string | number> {
  const { status, text } = await server.visitor().get(`/${path}`);
  return status === 200 ? text : status;
}

async function pendingOf(path: string, client = rosa): Promise<Pending | undefined> {
  const all = await ok<Pending[]>(client.get(`${api}/media/pending`));
  return all.find((one) => one.path === path);
}

function review(client: Client, path: string, more: object = {}): Promise<Answer> {
  return post(client, '/media/review', { path, action: 'approve', ...more });
}

async function approve(path: string): Promise<void> {
  const { hash } = (await pendingOf(path))!;
  const decided = await ok<Item>(review(rosa, path, { expected_hash: hash }));
  expect([decided.state, await pendingOf(path)]).toEqual(['public', undefined]);
}

async function page(content: string, { status = 'published' } = {}): Promise<string> {
  pages += 1;
  const title = `Page ${pages}`;
  const { path } = await new Editor(maria).created({ title, content });
  await new Editor(maria).moved(path, 'in_review');
  expect((await new Editor(rosa).decide(path, 'approve')).status).toBe(200);
  if (status !== 'approved') await new Editor(edith).moved(path, status);
  return path;
}

async function contentOf(project: string): Promise<Record<string, Buffer>> {
  const names = await readdir(join(project, 'content'), { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile());
  const read = files.map(async ({ parentPath, name }) => {
    const file = join(parentPath, name);
    return [relative(project, file), await readFile(file)] as const;
  });
  return Object.fromEntries(await Promise.all(read));
}

async function onPage(name: string): Promise<string> {
  const { path } = await upload(maria, `media/${name}.svg`, drawing(1));
  await page(`![A press](/${path})\n`);
  return path;
}

test('ADD-MED-1: an author cannot change a public page by replacing its picture', async () => {
  const path = await onPage('replaced');
  const replaced = await ok<Item>(replace(maria, path, drawing(2)));
  expect(replaced.state).toBe('pending');
  expect(await seen(path)).toBe(drawing(1));
  const pending = (await pendingOf(path))!;
  expect(pending).toMatchObject({ change: 'replaced', contributors: ['maria'], can_review: true });
  expect(pending.hash).toBe(replaced.metadata.hash);
  for (const [version, content] of [
    ['public', drawing(1)],
    ['pending', drawing(2)],
  ] as const) {
    const query = new URLSearchParams({ path, version }).toString();
    expect((await rosa.get(`${api}/media/file?${query}`)).text).toBe(content);
  }
  await approve(path);
  expect(await seen(path)).toBe(drawing(2));
});

test('ADD-MED-3: uploaded_by names the uploader of the current bytes', async () => {
  const { path } = await upload(maria, 'media/brought.svg', drawing(1));
  const replaced = await ok<Item>(replace(edith, path, drawing(2)));
  expect([replaced.state, replaced.uploaded_by]).toEqual(['public', 'edith']);
  const query = new URLSearchParams({ path }).toString();
  const found = await ok<Item>(edith.get(`${api}/media/item?${query}`));
  expect([found.state, found.uploaded_by]).toEqual(['public', 'edith']);
});

test('ADD-MED-1: people change files that they uploaded; files of others need media.lifecycle', async () => {
  const { path } = await upload(maria, 'media/own.svg', drawing(1));
  expectProblem(await replace(jan, path, drawing(2)), 403, 'forbidden');
  const words = { path, metadata: { alt: 'Mine' } };
  expectProblem(await post(jan, '/media/metadata', words), 403, 'forbidden');
  expect((await ok<Item>(post(maria, '/media/metadata', words))).metadata.alt).toBe('Mine');
  expect((await ok<Item>(post(edith, '/media/metadata', words))).state).toBe('public');
  expect(await seen(path)).toBe(drawing(1));
});

test('ADD-MED-1: a file that no public page uses changes immediately', async () => {
  const { path } = await upload(maria, 'media/unused.svg', drawing(1));
  await new Editor(maria).created({ title: 'A draft with it', content: `![](/${path})\n` });
  expect((await ok<Item>(replace(maria, path, drawing(2)))).state).toBe('public');
  expect(await seen(path)).toBe(drawing(2));
});

test('ADD-MED-1: a picture of a text in review changes only with an approval of its own', async () => {
  const { path: picture } = await upload(maria, 'media/in-review.svg', drawing(1));
  const content = `![](/${picture})\n`;
  const { path } = await new Editor(maria).created({ title: 'Read by rosa', content });
  await new Editor(maria).moved(path, 'in_review');
  expect((await ok<Item>(replace(maria, picture, drawing(2)))).state).toBe('pending');
  expect((await new Editor(rosa).decide(path, 'approve')).status).toBe(200);
  await new Editor(edith).moved(path, 'published');
  expect(await seen(picture)).toBe(drawing(1));
  await approve(picture);
  expect(await seen(picture)).toBe(drawing(2));
});

test('ADD-IND-1: the uploader of a replacement cannot approve it until another user has', async () => {
  const { path: picture } = await upload(maria, 'media/in-draft.svg', drawing(1));
  const content = `![](/${picture})\n`;
  const { path } = await new Editor(maria).created({ title: 'Its picture replaced', content });
  const desk = new Editor(edith);
  await ok(replace(edith, picture, drawing(2)));
  await new Editor(maria).moved(path, 'in_review');
  expectProblem(await desk.decide(path, 'approve'), 403, 'not_independent');
  expect((await new Editor(rosa).decide(path, 'approve')).status).toBe(200);
  await new Editor(maria).saved({ path, content: `${content}More.\n` });
  await new Editor(maria).moved(path, 'in_review');
  expect((await desk.decide(path, 'approve')).status).toBe(200);
});

test('ADD-MED-1: alt text and crop of a public picture await approval, tags do not', async () => {
  const path = await onPage('described');
  const tagged = { path, metadata: { tags: ['press'] } };
  expect((await ok<Item>(post(maria, '/media/metadata', tagged))).state).toBe('public');
  const words = { path, metadata: { alt: 'A press', focal_x: 0.1, focal_y: 0.2 } };
  expect((await ok<Item>(post(maria, '/media/metadata', words))).state).toBe('pending');
  const before = (await pendingOf(path))!;
  expect(before).toMatchObject({
    change: 'described',
    public: { metadata: { alt: null, focal_x: null } },
    pending: { metadata: { alt: 'A press', focal_x: 0.1 } },
  });
  const more = { path, metadata: { alt: 'Another press' } };
  await ok(post(edith, '/media/metadata', more));
  expect((await pendingOf(path))!.contributors).toEqual(['maria', 'edith']);
  const stale = await review(rosa, path, { expected_hash: before.hash });
  expectProblem(stale, 409, 'stale_revision');
  await approve(path);
});

test('ADD-MED-2: a contributor to a file cannot decide on it, and a decision needs a person with media.review', async () => {
  const path = await onPage('decided');
  await ok(replace(maria, path, drawing(2)));
  await ok(replace(edith, path, drawing(3)));
  const { hash, contributors } = (await pendingOf(path))!;
  expect(contributors).toEqual(['maria', 'edith']);
  const decision = { expected_hash: hash };
  expectProblem(await review(maria, path, decision), 403, 'forbidden');
  expectProblem(await maria.get(`${api}/media/pending`), 403, 'forbidden');
  expectProblem(await review(edith, path, decision), 403, 'not_independent');
  expect((await pendingOf(path, edith))!.can_review).toBe(false);
  expectProblem(await review(rosa, path, { expected_hash: 'other' }), 409, 'stale_revision');
  const asking = { ...decision, action: 'request_changes', note: 'Too dark' };
  expect((await ok<Item>(review(rosa, path, asking))).state).toBe('pending');
  expect((await pendingOf(path))!.changes_requested).toMatchObject({
    by: 'rosa',
    note: 'Too dark',
  });
  expect(await seen(path)).toBe(drawing(1));
  await ok(replace(edith, path, drawing(4)));
  expect((await pendingOf(path))!.changes_requested).toBeNull();
  await approve(path);
  expect(await seen(path)).toBe(drawing(4));
  expectProblem(await review(rosa, path, decision), 404, 'not_found');
});

test('ADD-MED-1: a deleted picture stays public until the deletion is approved', async () => {
  const path = await onPage('deleted');
  const deletion = { path, force: true };
  const deleted = await ok<Item & { trash_path: string }>(post(edith, '/media/delete', deletion));
  expect([deleted.state, await seen(path)]).toEqual(['pending', drawing(1)]);
  expect(await pendingOf(path)).toMatchObject({ change: 'deleted', pending: null });
  const restored = await ok<Item>(post(edith, '/media/restore', { path: deleted.trash_path }));
  expect([restored.state, await pendingOf(path)]).toEqual(['public', undefined]);
  await ok(post(edith, '/media/bulk', { action: 'delete', paths: [path], force: true }));
  // Another file at the address is another version of it.
  expect((await upload(jan, path, drawing(2))).state).toBe('pending');
  expect(await seen(path)).toBe(drawing(1));
  expect((await pendingOf(path))!.contributors).toEqual(['edith', 'jan']);
  await ok(post(edith, '/media/delete', deletion));
  await approve(path);
  expect(await seen(path)).toBe(404);
});

test('ADD-MED-1: a file that a public page references before its upload or move awaits approval', async () => {
  const [named, moved] = ['media/named.svg', 'media/moved-to.svg'];
  await page(`![](/${named}) ![](/${moved})\n`);
  expect((await upload(jan, named, drawing(1))).state).toBe('pending');
  expect(await seen(named)).toBe(404);
  const { path } = await upload(jan, 'media/moved-from.svg', drawing(1));
  const move = { path, to: moved };
  expect((await ok<Item>(post(edith, '/media/move', move))).state).toBe('pending');
  expect([await seen(moved), await seen(path)]).toEqual([404, 404]);
  // An uploader cannot approve the same bytes at another address.
  expect((await pendingOf(moved))!.contributors).toEqual(['jan', 'edith']);
  await approve(named);
  await approve(moved);
  expect([await seen(named), await seen(moved)]).toEqual([drawing(1), drawing(1)]);
});

test('ADD-MED-1: pages that are published or changed later do not show a pending change', async () => {
  const { path } = await upload(maria, 'media/later.svg', drawing(1));
  const document = await page(`![](/${path})\n`, { status: 'approved' });
  expect((await ok<Item>(replace(maria, path, drawing(2)))).state).toBe('pending');
  await new Editor(edith).moved(document, 'published');
  await page(`Another: ![](/${path})\n`);
  expect(await seen(path)).toBe(drawing(1));
});

test.each([
  ['the settings', 'media/logo.svg'],
  ['the templates of the site', 'media/banner.svg'],
  ['a theme that another may extend', 'media/pattern.svg'],
])('ADD-MED-1: a picture in %s counts as public use', async (_, path) => {
  expect((await ok<Item>(replace(edith, path, drawing(2)))).state).toBe('pending');
  expect(await seen(path)).toBe(drawing(1));
});

test('ADD-MED-1: a tree built from a fresh clone has the public version', async () => {
  const path = await onPage('built');
  await ok(replace(maria, path, drawing(2)));
  await using clone = await TestServer.start({ files: await contentOf(server.project) });
  const given = await clone.visitor().get(`/${path}`);
  expect(given.text).toBe(drawing(1));
});

test('ADD-MED-1: an edit on disk of a public picture is pending and reported', async () => {
  const path = await onPage('on-disk');
  await writeFile(join(server.project, 'content', path), drawing(5));
  await vi.waitFor(async () => expect(await pendingOf(path)).toBeDefined(), { timeout: 20_000 });
  expect(await pendingOf(path)).toMatchObject({ contributors: ['external'], public: null });
  expect(await seen(path)).toBe(404);
  expect(server.log.join('\n')).toContain('edited on disk, pending approval');
  await approve(path);
  expect(await seen(path)).toBe(drawing(5));
});

test('ADD-MED-1: a restored backup needs approval to change a picture of a public page', async () => {
  const path = await onPage('restored');
  const ada = await server.signedIn();
  const backup = await ok<{ id: string }>(post(ada, '/backups/create', { name: 'Before' }));
  await ok(replace(maria, path, drawing(2)));
  await approve(path);
  await ok(post(ada, '/backups/restore', { id: backup.id }));
  expect(await seen(path)).toBe(drawing(2));
  expect(await pendingOf(path)).toMatchObject({ change: 'replaced', contributors: ['ada'] });
  await approve(path);
  expect(await seen(path)).toBe(drawing(1));
});

test.each([
  ['a character reference', (name: string) => `![](/me&#100;ia/${name})\n`],
  [
    'a character reference without its semicolon',
    (name: string) => `<img src="/&#109edia/${name}" alt="">\n`,
  ],
  ['percent-encoding', (name: string) => `<img src="/medi%61/${name}" alt="">\n`],
  [
    'percent-encoding of the name',
    (name: string) => `![](/media/%${name.charCodeAt(0).toString(16)}${name.slice(1)})\n`,
  ],
  ['a backslash', (name: string) => `<img src="/media\\${name}" alt="">\n`],
  ['a tab in it', (name: string) => `<img src="/me&Tab;dia/${name}" alt="">\n`],
  ['a line end in its name', (name: string) => `<img src="/media/s\n${name.slice(1)}" alt="">\n`],
  ['an escape of CSS', (name: string) => `<p style="background: url(/\\6d edia/${name})"></p>\n`],
])('ADD-MED-1: an address with %s counts as a use of the file', async (spelling, text) => {
  const name = `spelled-${spelling.replaceAll(/\W/g, '-')}.svg`;
  const { path } = await upload(maria, `media/${name}`, drawing(1));
  await page(text(name));
  expect((await ok<Item>(replace(maria, path, drawing(2)))).state).toBe('pending');
  expect(await seen(path)).toBe(drawing(1));
});
