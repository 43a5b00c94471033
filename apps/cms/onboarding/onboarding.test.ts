import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { password, TestServer } from '../fixtures.ts';
import { AdminClient } from '../people.fixtures.ts';

interface Steps {
  readonly site_name: { readonly done: boolean };
  readonly theme: { readonly done: boolean };
  readonly document: { readonly done: boolean; readonly path: string | null };
  readonly people: { readonly done: boolean; readonly reviewers: number };
  readonly publish: { readonly done: boolean; readonly url: string | null };
  readonly require_approval: boolean;
  readonly example_files: number;
}

const settingsFile = 'content/config/site.yaml';

let server: TestServer;
let ada: AdminClient;

beforeAll(async () => {
  server = await TestServer.start({ example: true, environment: {} });
  const visitor = server.visitor();
  const choices = await visitor.get('/__admin/api/setup');
  expect(choices.json()).toEqual({ example_site: true });
  const token = new URL(server.setupLink!).hash.slice(1);
  await visitor.post('/__admin/api/setup', { token, username: 'ada', name: 'Ada', password });
  await visitor.signIn({ username: 'ada', password });
  ada = new AdminClient(visitor);
});

afterAll(() => server[Symbol.asyncDispose]());

const steps = () => ada.getJson<Steps>('/onboarding');

async function doneSteps(): Promise<string[]> {
  const found = Object.entries(await steps());
  return found.flatMap(([name, value]) => ((value as { done?: boolean }).done ? [name] : []));
}

test('ADD-ONB-1: with only the example, no step is done', async () => {
  expect(await doneSteps()).toEqual([]);
  expect(await steps()).toMatchObject({
    document: { path: null },
    people: { reviewers: 0 },
    publish: { url: null },
    require_approval: false,
    example_files: 19,
  });
});

test('ADD-ONB-3: once an administrator exists, the set-up page offers no choice', async () => {
  const choices = await server.visitor().get('/__admin/api/setup');
  expect(choices.json()).toEqual({ example_site: false });
});

test('ADD-ONB-1: an edited text of the example counts as a document, and as a page when it is public', async () => {
  const path = 'posts/winter-almanac.md';
  const before = await server.read(`content/${path}`);
  await server.write(`content/${path}`, `${before}\nMore.\n`);
  await expect.poll(doneSteps, { timeout: 30_000 }).toContain('document');
  expect(await steps()).toMatchObject({ document: { path } });
  await server.write(`content/${path}`, before);
  await expect.poll(doneSteps, { timeout: 30_000 }).toEqual([]);
});

test('ADD-ONB-2: an empty site keeps what somebody changed, and the rest is in the trash', async () => {
  const kept = 'posts/the-missing-e.md';
  await server.write(`content/${kept}`, '---\ntitle: Ours\nworkflow: published\n---\nOurs.\n');
  await expect.poll(doneSteps, { timeout: 30_000 }).toEqual(['document', 'publish']);
  const report = await ada.postJson('/onboarding/remove-example', {});
  expect(report).toEqual({ removed: 18, kept: 1 });
  const { items } = await ada.getJson<{ items: { path: string }[] }>('/documents?limit=50');
  expect(items.map(({ path }) => path)).toEqual([kept]);
  expect(await ada.getJson<unknown[]>('/documents/trash')).toHaveLength(14);
  expect(await server.read(settingsFile)).not.toContain('The Quoin');
  expect((await server.visitor().get('/about/')).status).toBe(404);
  expect(await ada.postJson('/onboarding/remove-example', {})).toEqual({ removed: 0, kept: 1 });
  await rm(join(server.project, 'content', kept));
  await expect.poll(doneSteps, { timeout: 30_000 }).toEqual([]);
});

test('ADD-ONB-2: settings that somebody changed stay', async () => {
  await server.write(settingsFile, '# ours\ntitle: Salt\ntheme: documentation\n');
  await expect.poll(doneSteps, { timeout: 30_000 }).toEqual(['site_name', 'theme']);
  await ada.postJson('/onboarding/remove-example', {});
  expect(await server.read(settingsFile)).toContain('# ours');
});

test('ADD-ONB-1: other people are counted, and among them those who can review', async () => {
  await server.addUser({ username: 'wim', role: 'author' });
  expect(await steps()).toMatchObject({ people: { done: true, reviewers: 0 } });
  await server.addUser({ username: 'rosa', role: 'reviewer' });
  expect(await steps()).toMatchObject({ people: { done: true, reviewers: 1 } });
  const shared = ['ada', 'rosa'].map((username) => ({ username, person: 'a' }));
  await server.database.db.insertInto('shared_accounts').values(shared).execute();
  expect(await steps()).toMatchObject({ people: { done: true, reviewers: 0 } });
});
