import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { examineProject } from '@galley/cms';
import { silentLogger } from '@galley/kernel';
import type { TestDatabase } from '@galley/testing';
import {
  adminVariables,
  Client,
  openTestDatabase,
  Site,
  type Detail,
  type GalleyProcess,
} from './fixtures.ts';

const path = 'posts/ink.md';
const draft = '---\ntitle: Ink\nworkflow: draft\n---\nOld.\n';
const api = '/__admin/api';
const layouts = ['page', 'list', 'term', 'terms', '404'];
const ownTheme = {
  'themes/own/theme.yaml': 'name: own\nversion: 1.0.0\nauthor: Ruth\ndescription: Plain.\n',
  ...Object.fromEntries(layouts.map((name) => [`themes/own/layouts/${name}.liquid`, name])),
};

interface SavedDetail extends Detail {
  readonly materialised: boolean;
  readonly storage_failure: string | null;
}

let database: TestDatabase;
let site: Site;
let server: GalleyProcess;
let ada: Client;

beforeAll(async () => {
  database = await openTestDatabase();
  site = await Site.create({ 'galley.yaml': '', [`content/${path}`]: draft, ...ownTheme });
  server = start();
  ada = await Client.signedIn(await server.ready());
});

afterAll(async () => {
  await site[Symbol.asyncDispose]();
  await database.close();
});

function start(): GalleyProcess {
  return site.serve({ ...adminVariables, DATABASE_URL: database.url });
}

/** Limits the file size of a process to 0 bytes, as on a full disk. The limit also binds the superuser. */
function fillDisk({ pid }: GalleyProcess): void {
  execFileSync('prlimit', ['--pid', String(pid), '--fsize=0:unlimited']);
}

function freeDisk({ pid }: GalleyProcess): void {
  execFileSync('prlimit', ['--pid', String(pid), '--fsize=unlimited:unlimited']);
}

const file = (): Promise<string> => site.read(`content/${path}`);

function notes(): FormData {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(100_000)], { type: 'text/plain' }), 'notes.txt');
  return form;
}

async function saveTwice(text: string): Promise<void> {
  const before = await ada.document(path);
  const first = await ada.save({ path, content: 'First.\n', expected_revision: before.revision });
  expect(first.status).toBe(200);
  expect(first.json()).toMatchObject({ materialised: false, storage_failure: 'disk_full' });
  const { revision } = first.json();
  const second = await ada.save({ path, content: text, expected_revision: revision });
  expect(second.status).toBe(200);
  expect(second.json()).toMatchObject({ materialised: false, raw_body: text });
}

async function untilWritten(client: Client): Promise<void> {
  await vi.waitUntil(async () => ((await client.document(path)) as SavedDetail).materialised, {
    timeout: 60_000,
    interval: 200,
  });
}

test('saves on a full disk are acknowledged, survive a kill -9, and reach the disk later', async () => {
  fillDisk(server);
  await saveTwice('Second.\n');
  expect(await file()).toBe(draft);
  expect(await ada.document(path)).toMatchObject({ raw_body: 'Second.\n' });
  const history = await ada.get<object[]>(`${api}/documents/history?path=${path}`);
  expect(history.json()).toHaveLength(3);
  const status = await ada.get(`${api}/status`);
  expect(status.json()).toMatchObject({ unwritten: { documents: 1, cause: 'disk_full' } });
  expect(await server.kill('SIGKILL')).toBe('SIGKILL');
  expect(await file()).toBe(draft);
  server = start();
  ada = ada.at(await server.ready());
  await untilWritten(ada);
  expect(await file()).toMatch(/\nSecond\.\n$/);
  expect((await ada.get(`${api}/status`)).json()).toMatchObject({
    unwritten: { documents: 0, cause: null },
  });
});

test('requests that cannot be deferred answer 507 and leave no changes', async () => {
  fillDisk(server);
  const upload = await ada.post<object>(`${api}/media/upload`, notes());
  expect(upload).toMatchObject({ status: 507 });
  expect(upload.json()).toMatchObject({ code: 'insufficient_storage', cause: 'disk_full' });
  expect(await site.list('content/.incoming')).toEqual([]);
  await saveTwice('Third.\n');
  const deleted = await ada.post(`${api}/documents/delete`, { path });
  expect(deleted).toMatchObject({ status: 507 });
  expect(deleted.text).toContain('Nothing was deleted');
  const backup = await ada.post(`${api}/backups/create`, { name: 'stale' });
  expect(backup).toMatchObject({ status: 503 });
  expect(backup.text).toContain(`would be incomplete: ${path}`);
  expect(server.entries('request could not be served')).toMatchObject([
    { level: 'warn', status: 507, code: 'insufficient_storage', cause: 'disk_full' },
    { level: 'warn', status: 503, code: 'backup_failed' },
  ]);
  freeDisk(server);
  await untilWritten(ada);
  expect(await file()).toMatch(/\nThird\.\n$/);
});

test('settings, themes, restores and git snapshots fail without changes, and the doctor names the reason', async () => {
  const settings = { section: 'site', values: { title: 'Full' } };
  const theme = { source: 'themes/own', name: 'copy' };
  const made = await ada.post<{ id: string }>(`${api}/backups/create`, { name: 'before' });
  const { id } = made.json();
  const written = await file();
  fillDisk(server);
  const refused: Record<string, Awaited<ReturnType<typeof ada.post>>> = {
    settings: await ada.post(`${api}/settings/form/save`, settings),
    switch: await ada.post(`${api}/themes/switch`, { name: 'own' }),
    install: await ada.post(`${api}/themes/install`, theme),
    restore: await ada.post(`${api}/backups/restore`, { id }),
    git: await ada.post(`${api}/backups/git-snapshot`, { message: 'full' }),
  };
  const answers = Object.entries(refused).map(([what, { status, text }]) => [
    ...[what, status, (JSON.parse(text) as { code: string }).code],
  ]);
  expect(answers).toEqual([
    ['settings', 507, 'settings_not_written'],
    ['switch', 507, 'settings_not_written'],
    ['install', 507, 'themes_not_written'],
    ['restore', 507, 'insufficient_storage'],
    ['git', 507, 'insufficient_storage'],
  ]);
  expect(await file()).toBe(written);
  for (const folder of ['config', '.restore'])
    expect(await site.list(`content/${folder}`)).toEqual([]);
  await saveTwice('Fifth.\n');
  const snapshot = await ada.post(`${api}/backups/git-snapshot`, { message: 'stale' });
  expect(snapshot).toMatchObject({ status: 503 });
  expect(snapshot.text).toContain(`would be incomplete: ${path}`);
  const { checks } = await examineProject({
    projectDirectory: site.directory,
    overlays: [],
    logger: silentLogger,
    environment: { DATABASE_URL: database.url },
    verifyHistory: false,
  });
  expect(checks.find(({ name }) => name === 'unwritten')).toMatchObject({
    status: 'warning',
    message: expect.stringContaining(path) as string,
  });
  freeDisk(server);
  await untilWritten(ada);
  const taken = await ada.post(`${api}/backups/git-snapshot`, { message: 'room' });
  const restored = await ada.post(`${api}/backups/restore`, { id });
  expect([taken.status, restored.status]).toEqual([200, 200]);
});

test('another server on the same tree writes the deferred files', async () => {
  const other = start();
  await other.ready();
  fillDisk(server);
  await saveTwice('Fourth.\n');
  await vi.waitUntil(async () => (await file()).endsWith('\nFourth.\n'), {
    timeout: 60_000,
    interval: 200,
  });
  freeDisk(server);
  await other.kill('SIGTERM');
});
