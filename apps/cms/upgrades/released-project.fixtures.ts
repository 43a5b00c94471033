import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  restoreReleasedDatabase,
  fillEmptyTables,
  keepDatabase,
  type ReleasedDatabase,
} from '@galley/testing';
import { TestServer, type Client } from '../fixtures.ts';
import { beginSession } from '../operations/fixtures.ts';
import { EditorClient } from '../people.fixtures.ts';
import { WorkRows } from '../runs/fixtures.ts';

export interface ReleasedProject extends ReleasedDatabase {
  readonly version: string;
  readonly files: Readonly<Record<string, string>>;
  readonly answers: Readonly<Record<string, unknown>>;
}

const api = '/__admin/api';
const press = '/api/v1/workspaces/press';
const site = `title: The Galley
url: https://example.org
languages: { es: { name: Español } }
editorial: { require_approval: true }
`;

/** Tables of work in progress, which a start would finish. */
export const emptyAtRest = ['media_moves'];

export async function startSeeded(): Promise<TestServer> {
  const server = await TestServer.start({
    files: {
      'content/config/site.yaml': site,
      'content/posts/ink.md':
        '---\ntitle: Ink\ntags: [press]\nauthor: olga\n---\nBlack, as ![](/media/press.txt) says.\n',
      'content/posts/es/tinta.md': '---\ntitle: Tinta\n---\nNegra.\n',
      'content/pages/about.md': '---\ntitle: About\n---\nWho we are.\n',
      'content/posts/old.md': '---\ntitle: Old\nworkflow: archived\n---\nNot any more.\n',
      'content/media/press.txt': 'Of the press.\n',
    },
  });
  const people = {
    ada: await server.signedIn(),
    olga: await server.signedInAs({ username: 'olga', role: 'editor' }),
    rosa: await server.signedInAs({ username: 'rosa', role: 'reviewer' }),
  };
  await edit(people);
  await administer(people.ada);
  await coordinate(server, people.ada);
  await fillEmptyTables(server.database.db, emptyAtRest);
  return server;
}

type People = Readonly<Record<'ada' | 'olga' | 'rosa', Client>>;

async function edit({ ada, olga, rosa }: People): Promise<void> {
  const desk = new EditorClient(olga);
  const { path } = await desk.created({ title: 'Lead', content: 'Grey.\n' });
  await desk.saved({ path, content: 'Grey, and heavy.\n', message: 'Weight' });
  await desk.saved({
    path,
    content: 'Heavy.\n',
    frontmatter: { title: 'Lead', workflow: 'in_review' },
  });
  await post(ada, '/documents/editorial', {
    source_path: path,
    action: 'assign',
    reviewer: 'rosa',
    note: 'Soon',
  });
  await post(rosa, '/documents/editorial', {
    source_path: path,
    action: 'approve',
    note: 'Well made',
    expected_revision: (await desk.detail(path)).revision,
  });
  const publish_at = '2099-01-01T00:00:00Z';
  await post(olga, '/documents/status', {
    path,
    status: 'scheduled',
    scheduled_publish_at: publish_at,
  });
  await desk.saved({ path: 'posts/ink.md', content: 'Blacker.\n' });
  await post(olga, '/documents/lock', { path: 'posts/ink.md' });
  await post(olga, '/documents/preview-link', { path: 'posts/ink.md' });
  const copied = 'posts/es/tinta.md';
  const { revision: base_revision } = await desk.detail(copied);
  await post(olga, '/documents/working-copy', {
    path: copied,
    content: 'Negra, pues',
    base_revision,
  });
  await post(olga, '/documents/delete', { path: 'posts/old.md' });
}

async function administer(ada: Client): Promise<void> {
  const upload = { file: { name: 'notes.txt', content: 'Of the type.\n' } };
  const uploaded = await ada.upload(`${api}/media/upload`, upload);
  const { path } = uploaded.json<{ path: string }>();
  await post(ada, '/media/metadata', { path: 'media/press.txt', metadata: { title: 'Press' } });
  await post(ada, '/media/delete', { path });
  await post(ada, '/roles/save', { name: 'onlooker', capabilities: ['documents.read'] });
  await post(ada, '/tokens/create', { name: 'Deployment', scopes: ['documents.read'] });
  await post(ada, '/users/reset-link', { username: 'rosa' });
}

async function coordinate({ database: { db } }: TestServer, ada: Client): Promise<void> {
  const rows = new WorkRows(db, 'press');
  await rows.addWorkspace();
  const body = JSON.stringify({ goal: 'Mend all links' });
  const headers = { 'idempotency-key': 'seed', 'content-type': 'application/json' };
  const started = await ada.send(`${press}/runs/start`, { method: 'POST', body, headers });
  const { run_id: runId } = started.json<{ run_id: string }>();
  await rows.addAgent('implementer-1');
  await rows.addTask('task-1', { runId, status: 'in_progress', agent: 'implementer-1' });
  await rows.addProposal('proposal-1', { runId });
  await rows.addPatch('proposal-1', '--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-a\n+b\n');
  await rows.addRequest('request-1', { runId, proposalId: 'proposal-1' });
  await rows.addDeliberation('deliberation-1', { runId });
  await rows.addEvents(runId, { attempt: 1 }, { attempt: 2 });
}

async function post(client: Client, path: string, body: object): Promise<void> {
  const answer = await client.post(api + path, body);
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`);
}

export async function answersOf(server: TestServer): Promise<Record<string, unknown>> {
  const client = await beginSession(server, 'ada');
  const answers: Record<string, unknown> = {};
  const ask = async <T>(address: string): Promise<T> => {
    const answer = await client.get(address);
    if (answer.status !== 200) throw new Error(`${address}: ${answer.status} ${answer.text}`);
    answers[address] = withoutPassing(answer.json());
    return answer.json<T>();
  };
  const { items } = await ask<{ items: { path: string }[] }>(
    `${api}/documents?sort=title&order=asc`,
  );
  for (const { path } of items) {
    const query = new URLSearchParams({ path }).toString();
    const document = await ask<object>(`${api}/document?${query}`);
    const { raw } = await ask<{ raw: string }>(`${api}/document?${query}&include=raw`);
    // Earlier releases include it in each answer.
    answers[`${api}/document?${query}`] = { ...(withoutPassing(document) as object), raw };
    await ask(`${api}/documents/approvals?${query}`);
    const history = await ask<{ hash: string }[]>(`${api}/documents/history?${query}`);
    for (const { hash } of history) await ask(`${api}/documents/revision?${query}&hash=${hash}`);
  }
  const [run] = (await ask<{ items: { id: string }[] }>(`${press}/runs`)).items;
  for (const address of [
    ...['/documents/trash', '/documents/schedule', '/media', '/media/folders', '/media/trash'],
    ...['/media/item?path=media%2Fpress.txt', '/media/usage?path=media%2Fpress.txt'],
    ...['/users', '/roles', '/custom-fields', '/settings/form?section=site'],
  ])
    await ask(api + address);
  for (const address of [
    ...[`runs/${run!.id}`, `runs/${run!.id}/events`, 'tasks', 'proposals', 'agents'],
    ...['proposals/proposal-1', 'deliberations', 'approvals', 'runs/status'],
  ])
    await ask(`${press}/${address}`);
  for (const address of ['site', 'content?path=pages%2Fabout.md', 'collections'])
    await ask(`/__platform/api/${address}`);
  return answers;
}

/** Values that depend on the program, on the last access or on the time. */
const passing = ['version', 'build_time', 'last_login', 'lock', 'requested_at', 'expires_at'];

function withoutPassing(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPassing);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([key]) => !passing.includes(key));
  return Object.fromEntries(kept.map(([key, inner]) => [key, withoutPassing(inner)]));
}

export async function keepProject(server: TestServer, version: string): Promise<ReleasedProject> {
  const answers = await answersOf(server);
  const kept = ['content', 'data/secrets'];
  const paths = await Promise.all(
    kept.map(async (folder) => {
      const inside = await readdir(join(server.project, folder), {
        recursive: true,
        withFileTypes: true,
      });
      return inside
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(server.project.length + 1));
    }),
  );
  const files: Record<string, string> = {};
  for (const path of paths.flat().toSorted())
    files[path] = await readFile(join(server.project, path), 'utf8');
  return { version, ...(await keepDatabase(server.database.db)), files, answers };
}

export function startReleased(
  released: ReleasedProject,
  onMigrated: (database: TestServer['database']) => Promise<void>,
): Promise<TestServer> {
  return TestServer.start({
    files: released.files,
    prepare: async (database) => {
      await restoreReleasedDatabase(database.db, released);
      await onMigrated(database);
    },
  });
}
