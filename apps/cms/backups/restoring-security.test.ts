import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { temporaryDirectory, type TemporaryDirectory } from '@galley/testing';
import { expectProblem, TestServer, type Client } from '../fixtures.ts';

const api = '/__admin/api';
const site = (lines: string): string => `title: The Quoin\nurl: https://quoin.example\n${lines}`;
const page = (title: string, text: string): string => `---\ntitle: ${title}\n---\n${text}\n`;
const change = {
  section: 'editorial',
  name: 'require_approval',
  before: true,
  after: false,
};

let server: TestServer;
let ada: Client;
let backups: TemporaryDirectory;

beforeAll(async () => {
  backups = await temporaryDirectory();
  server = await TestServer.start({
    config: { backup: { directory: backups.path } },
    files: {
      'content/config/site.yaml': site(''),
      'content/posts/ink.md': page('Ink', 'Approved words.'),
    },
  });
  ada = await server.signedIn();
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await backups[Symbol.asyncDispose]();
});

const inContent = (path: string): string => join(server.project, 'content', path);
const seen = async (address: string): Promise<string> => (await server.visitor().get(address)).text;

test('GAP-ED-5: a backup without approval publishes nothing where approval is required', async () => {
  await writeFile(inContent('posts/ink.md'), page('Ink', 'Unapproved words.'));
  await writeFile(inContent('posts/new.md'), page('New', 'Unapproved as well.'));
  await vi.waitFor(async () => expect(await seen('/posts/new/')).toContain('as well'), 20_000);
  const { id } = (await ada.post(`${api}/backups/create`, { name: 'Open' })).json<{ id: string }>();
  await writeFile(inContent('posts/ink.md'), page('Ink', 'Approved words.'));
  await vi.waitFor(async () => expect(await seen('/posts/ink/')).toContain('Approved'), 20_000);
  const paths = { path: 'posts/new.md' };
  expect((await ada.post(`${api}/documents/delete`, paths)).status).toBe(200);
  await writeFile(inContent('config/site.yaml'), site('editorial: { require_approval: true }\n'));
  await vi.waitFor(async () => {
    const detail = await ada.get(`${api}/document?path=posts/ink.md`);
    expect(detail.json()).toMatchObject({ editorial: { require_approval: true } });
  }, 20_000);

  const refused = await ada.post(`${api}/backups/restore`, { id });
  const problem = expectProblem(refused, 409, 'security_settings_change');
  expect(problem).toMatchObject({ changed_settings: [change] });
  expect(await server.read('content/config/site.yaml')).toContain('require_approval: true');

  const request = { id, confirm_security_changes: true };
  const restored = await ada.post(`${api}/backups/restore`, request);
  expect(restored.json()).toMatchObject({ ok: true, changed_settings: [change] });
  expect(await server.read('content/posts/ink.md')).toContain('Unapproved words');
  expect(await seen('/posts/ink/')).toContain('Approved words');
  expect((await server.visitor().get('/posts/new/')).status).toBe(404);
  expect(await seen('/posts/')).not.toContain('New');
  const audit = (await ada.get(`${api}/audit?action=backup.restore`)).text;
  expect(audit).toContain('require_approval');
  expect(audit).toContain('denied');
});

test('after the restored tree is indexed, its own settings apply', async () => {
  await writeFile(inContent('posts/later.md'), page('Later', 'Written after that.'));
  await vi.waitFor(async () => expect(await seen('/posts/later/')).toContain('after that'), 20_000);
  expect(await seen('/posts/ink/')).toContain('Approved words');
});

async function changedBy(actor: string): Promise<string> {
  return (await ada.get(`${api}/audit?action=settings.save&actor=${actor}`)).text;
}

test('ADD-SET-2: plugin settings and the independence rule need confirmation too, and are audited as restored', async () => {
  await writeFile(
    inContent('config/site.yaml'),
    site('editorial: { independence: last_editor }\n'),
  );
  await writeFile(inContent('config/plugins.yaml'), 'forms: { to: eve@quoin.example }\n');
  const { id } = (await ada.post(`${api}/backups/create`, { name: 'Weak' })).json<{ id: string }>();
  const plugins = 'forms: { to: ada@quoin.example, api_key: k-1 }\n';
  await writeFile(inContent('config/plugins.yaml'), plugins);
  await writeFile(inContent('config/site.yaml'), site('editorial: { require_approval: true }\n'));
  await vi.waitFor(async () => expect(await changedBy('external')).toContain('api_key'), 20_000);
  const address = `${api}/document?path=posts/ink.md`;
  await vi.waitFor(async () => {
    const { editorial } = (await ada.get(address)).json<{ editorial: object }>();
    expect(editorial).toMatchObject({ require_approval: true, independence: 'contributors' });
  }, 20_000);
  const known = await changedBy('external');

  const refused = await ada.post(`${api}/backups/restore`, { id });
  const recipient = { before: 'ada@quoin.example', after: 'eve@quoin.example' };
  expect(expectProblem(refused, 409, 'security_settings_change')).toMatchObject({
    changed_settings: [
      change,
      { name: 'independence', before: 'contributors', after: 'last_editor' },
      { section: 'plugins', name: 'forms.to', ...recipient },
      { section: 'plugins', name: 'forms.api_key', after: null },
    ],
  });
  expect(refused.text).not.toContain('k-1');
  const request = { id, confirm_security_changes: true };
  expect((await ada.post(`${api}/backups/restore`, request)).status).toBe(200);
  const restored = await changedBy('ada');
  for (const part of ['"cause":"backup"', 'editorial.independence', 'forms.to'])
    expect(restored).toContain(part);
  expect(await changedBy('external')).toBe(known);
});
