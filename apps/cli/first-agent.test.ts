import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryDirectory, type TemporaryDirectory } from '@galley/testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { adminVariables, Client, galley, GalleyProcess, openTestDatabase } from './fixtures.ts';

const standIn = fileURLToPath(
  new URL('../coordinator/supervisor/adapters/fixtures/claude.mjs', import.meta.url),
);

let folder: TemporaryDirectory;
let variables: Readonly<Record<string, string>>;
let database: Awaited<ReturnType<typeof openTestDatabase>>;

beforeEach(async () => {
  folder = await temporaryDirectory();
  database = await openTestDatabase();
  // A program named `claude` on the path, which prints what the real one prints.
  await mkdir(join(folder.path, 'bin'));
  const program = join(folder.path, 'bin/claude');
  await writeFile(program, `#!/bin/sh\nexec '${process.execPath}' '${standIn}' "$@"\n`);
  await chmod(program, 0o755);
  variables = {
    ...adminVariables,
    DATABASE_URL: database.url,
    PATH: `${join(folder.path, 'bin')}:/usr/bin:/bin`,
    ANTHROPIC_API_KEY: 'key of the program',
    GALLEY_COORDINATOR__SUPERVISOR__SANDBOX: 'never',
    GALLEY_COORDINATOR__ADDRESS: '127.0.0.1:0',
  };
});

afterEach(async () => {
  await database.close();
  await folder[Symbol.asyncDispose]();
});

interface Proposal {
  readonly id: string;
  readonly status: string;
  readonly base_revision: string;
  readonly patch: { readonly sha256: string } | null;
}

interface Session {
  readonly usd: number;
}

const eve = { username: 'eve', password: 'another long passphrase' };
const workspace = '/api/v1/workspaces/default';

test('from an empty folder to the public page of an agent, as the guide describes', async () => {
  const project = join(folder.path, 'my-site');
  expect(await galley(['init', '--agent', 'claude', '--project', project])).toMatchObject({
    ending: 0,
  });
  const checked = await galley(['agents', 'check', '--project', project], { variables });
  expect(checked.stdout).toMatch(/^claude +ok/);
  expect(checked.ending).toBe(0);
  await using server = serve(project);
  const address = await server.ready();
  const adding = ['users', 'create', eve.username, '--role', 'editor', '--password-stdin'];
  const added = await galley([...adding, '--project', project], { variables, input: eve.password });
  expect(added).toMatchObject({ ending: 0 });

  const person = await Client.signedIn(address);
  const goal = 'Write posts/ink.md.';
  expect((await person.post(`${workspace}/runs`, { goal })).status).toBe(201);
  const { id, patch, base_revision } = await vi.waitUntil(
    async () => {
      const { json } = await person.get<{ items: Proposal[] }>(`${workspace}/proposals`);
      // The patch follows with the end of the turn.
      return json().items.find(({ status, patch }) => status === 'in_review' && patch);
    },
    { timeout: 30_000, interval: 50 },
  );
  const sessions = await person.get<{ items: Session[] }>(`${workspace}/sessions`);
  expect(sessions.json().items).toContainEqual(expect.objectContaining({ usd: 0.25 }));
  // The content server makes a draft of the proposal, which people review.
  const draft = async () => (await person.get('/__admin/api/document?path=posts/ink.md')).status;
  await vi.waitUntil(async () => (await draft()) === 200, { timeout: 30_000, interval: 50 });
  // Ada asked for the page, so another person decides.
  const editor = await Client.signedIn(address, eve);
  const decision = { patch_sha256: patch!.sha256, base_revision, note: '' };
  const accepted = await editor.post(`${workspace}/proposals/${id}/accept`, decision);
  expect(accepted.status, accepted.text).toBe(200);
  const publication = { path: 'posts/ink.md', status: 'published' };
  const published = await editor.post('/__admin/api/documents/status', publication);
  expect(published.status, published.text).toBe(200);
  const { text } = await person.get('/posts/ink/');
  expect(text).toContain('Ink is black.');
});

function serve(project: string): GalleyProcess & AsyncDisposable {
  const args = ['serve', '--agents', '--project', project, '--port', '0'];
  const server = new GalleyProcess(args, { variables });
  const stop = async () => {
    await server.kill('SIGTERM');
  };
  return Object.assign(server, { [Symbol.asyncDispose]: stop });
}
