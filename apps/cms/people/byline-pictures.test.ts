import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { expectProblem, TestServer, type Answer } from '../fixtures.ts';
import { AdminClient, adminClientOf, newestEntry } from '../people.fixtures.ts';

interface Pictured {
  readonly username: string;
  readonly name: string;
  readonly picture: string;
}

interface Person extends Pictured {
  readonly office: AdminClient;
}

const values = (required: boolean) => ({
  section: 'editorial',
  values: { 'editorial.require_approval': required, 'editorial.independence': null },
});
const names = ['wim', 'eve', 'tom', 'liv', 'max', 'pia', 'kim', 'ada'];
let server: TestServer;
let ada: AdminClient;

beforeAll(async () => {
  const own = names.map((name): [string, string] => [
    `content/posts/${name}.md`,
    `---\ntitle: By ${name}\nauthor: ${name}\n---\nText.\n`,
  ]);
  const shared = names.map((name): [string, string] => [
    `content/posts/with-${name}.md`,
    `---\ntitle: With ${name}\nauthors: [Guest, ${name}]\n---\nText.\n`,
  ]);
  server = await TestServer.start({ files: Object.fromEntries([...own, ...shared]) });
  ada = new AdminClient(await server.signedIn());
  // Documents that were public before stay public.
  await ada.postJson('/settings/form/save', values(true));
});

afterAll(() => server[Symbol.asyncDispose]());

async function photograph(person: AdminClient, color = '#336699'): Promise<string> {
  const create = { width: 300, height: 300, channels: 3, background: color } as const;
  const content = Uint8Array.from(await sharp({ create }).png().toBuffer());
  const file = { name: 'me.png', content };
  const answer = await person.client.upload('/__admin/api/users/own/picture', { file });
  return answer.json<{ picture: string }>().picture;
}

/** Colours differ: equal pictures have one address. */
async function personWith(username: string, color: string): Promise<Person> {
  const office = await adminClientOf(server, username);
  return { office, username, name: username, picture: await photograph(office, color) };
}

function approve({ username, name, picture }: Pictured, by = ada): Promise<Answer> {
  return by.attempt('/users/picture/approve', { username, name, picture });
}

async function approved(person: Pictured): Promise<void> {
  const answer = await approve(person);
  expect(answer.json()).toMatchObject({ picture: person.picture, picture_approved: true });
}

/** Addresses of the pictures on a page. */
function pictures(html: string): string[] {
  return [...html.matchAll(/src="(\/profile-pictures\/[^"]+)"/g)].map(([, address]) => address!);
}

async function picturesOn(slug: string): Promise<string[]> {
  const page = await fetch(`${server.url}/posts/${slug}/`);
  expect(page.status).toBe(200);
  return pictures(await page.text());
}

interface Described {
  readonly name: string;
  readonly [key: string]: string;
}

/** The authors of a page in its JSON-LD and in the JSON feed. */
async function describedAuthors(slug: string): Promise<Described[][]> {
  const html = await (await fetch(`${server.url}/posts/${slug}/`)).text();
  const [, data] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)!;
  const { '@graph': graph } = JSON.parse(data!) as { '@graph': { author: Described }[] };
  const feed = (await (await fetch(`${server.url}/feed.json`)).json()) as {
    items: { url: string; authors: Described[] }[];
  };
  const item = feed.items.find(({ url }) => url.endsWith(`/posts/${slug}/`))!;
  return [[graph[0]!.author].flat(), item.authors];
}

async function statusOf(address: string): Promise<number> {
  return (await fetch(server.url + address)).status;
}

/** Pictures in the static output after a build. */
async function builtPictures(): Promise<string[]> {
  interface Build {
    readonly status: string;
  }
  const finished = async () => {
    const all = await ada.getJson<Build[]>('/operations/builds');
    return all.filter(({ status }) => status === 'done').length;
  };
  const before = await finished();
  await ada.postJson('/operations/rebuild', {});
  await vi.waitFor(async () => expect(await finished()).toBe(before + 1), { timeout: 30_000 });
  const folder = join(server.project, 'public/profile-pictures');
  return (await readdir(folder).catch(() => [])).map((name) => `/profile-pictures/${name}`);
}

test('ADD-ACC-2: a picture reaches pages and visitors only after another person has allowed it', async () => {
  const wim = await personWith('wim', '#112233');
  expect(await picturesOn('wim')).toEqual([]);
  expect(await picturesOn('with-wim')).toEqual([]);
  expect(await statusOf(wim.picture)).toBe(404);
  expect((await wim.office.client.get(wim.picture)).status).toBe(200);
  expectProblem(await approve(wim, wim.office), 403, 'forbidden');
  expect(await builtPictures()).toEqual([]);

  await approved(wim);
  expect(await newestEntry(ada)).toMatchObject({
    action: 'user.save',
    actor: 'ada',
    target: 'wim',
    details: { changed: ['picture_approval'], name: 'wim' },
  });
  expect(await picturesOn('wim')).toEqual([wim.picture]);
  expect(await picturesOn('with-wim')).toEqual([wim.picture]);
  const answer = await fetch(server.url + wim.picture);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  const body = { path: 'posts/wim.md', content: 'Text.\n' };
  const { html } = await ada.postJson<{ html: string }>('/documents/preview', body);
  expect(pictures(html)).toEqual([wim.picture]);
});

test('ADD-EDIT-12: JSON-LD and the JSON feed have the approved picture of each author', async () => {
  const guest = { '@type': 'Person', name: 'Guest' };
  const kim = await personWith('kim', '#654321');
  expect(await describedAuthors('with-kim')).toEqual([
    [guest, { '@type': 'Person', name: 'kim' }],
    [{ name: 'Guest' }, { name: 'kim' }],
  ]);
  await approved(kim);
  const picture = expect.stringMatching(
    new RegExp(`^https?://[^/]+${kim.picture.replace('.', '\\.')}$`),
  ) as string;
  expect(await describedAuthors('with-kim')).toEqual([
    [guest, { '@type': 'Person', name: 'kim', image: picture }],
    [{ name: 'Guest' }, { name: 'kim', avatar: picture }],
  ]);
  await ada.postJson('/users/picture/delete', { username: 'kim' });
  expect((await describedAuthors('with-kim'))[1]).toEqual([{ name: 'Guest' }, { name: 'kim' }]);
});

test('ADD-ACC-2: a person who manages users cannot allow their own picture where approval is required', async () => {
  const own = { username: 'ada', name: (await ada.findUser('ada'))!['name'] as string };
  const picture = await photograph(ada, '#aa1122');
  expectProblem(await approve({ ...own, picture }), 403, 'forbidden');
  expectProblem(await approve({ ...own, username: ' ADA ', picture }), 403, 'forbidden');
  expect(await statusOf(picture)).toBe(404);

  await ada.postJson('/settings/form/save', values(false));
  await approved({ ...own, picture });
  await ada.postJson('/settings/form/save', values(true));
  expect(await picturesOn('ada')).toEqual([picture]);
});

test('ADD-ACC-2: another picture after the approval needs another approval', async () => {
  const tom = await personWith('tom', '#445566');
  await approved(tom);
  const picture = await photograph(tom.office, '#665544');
  expect(await picturesOn('tom')).toEqual([]);
  expect(await statusOf(tom.picture)).toBe(404);
  expect(await statusOf(picture)).toBe(404);
  // The approver saw the first picture.
  expectProblem(await approve(tom), 404, 'not_found');
  expect(await picturesOn('tom')).toEqual([]);
  await approved({ ...tom, picture });
  expect(await picturesOn('tom')).toEqual([picture]);
});

test('ADD-ACC-2: another display name needs another approval, so that nobody takes over a byline', async () => {
  const eve = await personWith('eve', '#778899');
  const liv = await personWith('liv', '#998877');
  for (const person of [eve, liv]) await approved(person);
  await eve.office.postJson('/users/own', { name: 'liv', email: '' });
  expect(await picturesOn('eve')).toEqual([]);
  expect(await picturesOn('with-eve')).toEqual([]);
  expect(await picturesOn('with-liv')).toEqual([liv.picture]);
  // The approver saw the first name.
  expectProblem(await approve(eve), 404, 'not_found');

  // Even with an approval, a shared name has no picture where only the name says who is meant.
  await approved({ ...eve, name: 'liv' });
  expect(await picturesOn('with-liv')).toEqual([]);
  expect([await picturesOn('liv'), await picturesOn('eve')]).toEqual([
    [liv.picture],
    [eve.picture],
  ]);
  await eve.office.postJson('/users/own', { name: 'eve', email: '' });
  expect(await picturesOn('with-liv')).toEqual([liv.picture]);
  expect(await picturesOn('eve')).toEqual([]);
});

test('ADD-ACC-2: a disabled account suspends the picture, a deleted one ends it', async () => {
  const max = await personWith('max', '#123456');
  await approved(max);
  expect(await builtPictures()).toContain(max.picture);
  const save = (enabled: boolean) => ada.savedUser('max', { name: 'max', enabled });
  await save(false);
  expect([await picturesOn('max'), await statusOf(max.picture)]).toEqual([[], 404]);
  expect(await builtPictures()).not.toContain(max.picture);
  await save(true);
  expect([await picturesOn('max'), await statusOf(max.picture)]).toEqual([[max.picture], 200]);
  expect((await ada.deleteUser('max', 'ada')).status).toBe(200);
  expect(await picturesOn('with-max')).toEqual([]);
  expect(await statusOf(max.picture)).toBe(404);
  expect(await builtPictures()).not.toContain(max.picture);
});

test('ADD-ACC-2: an equal picture of another account has no approval', async () => {
  const pia = await personWith('pia', '#112233');
  expect(await statusOf(pia.picture)).toBe(200);
  expect(await picturesOn('wim')).toEqual([pia.picture]);
  expect(await picturesOn('pia')).toEqual([]);
  expect(await ada.findUser('pia')).toMatchObject({ picture_approved: false });
});

test('ADD-ACC-3: a person who manages users removes the picture of another person', async () => {
  const picture = await photograph(await adminClientOf(server, 'una'), '#00ff00');
  await approved({ username: 'una', name: 'una', picture });
  const wes = await adminClientOf(server, 'wes');
  expectProblem(await wes.attempt('/users/picture/delete', { username: 'una' }), 403, 'forbidden');
  expect(await statusOf(picture)).toBe(200);
  const removed = await ada.postJson('/users/picture/delete', { username: 'una' });
  expect(removed).toMatchObject({ picture: null, picture_approved: false });
  expect(await newestEntry(ada)).toMatchObject({
    action: 'user.save',
    target: 'una',
    details: { changed: ['picture'] },
  });
  expect((await ada.client.get(picture)).status).toBe(404);
  expectProblem(await ada.attempt('/users/picture/delete', { username: 'no' }), 404, 'not_found');
});
