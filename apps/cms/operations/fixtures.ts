import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { expect } from 'vitest';
import { deriveKey, SessionRepository } from '@galley/auth';
import { basePath, exampleProject, fillPath, type Operation } from '@galley/contract';
import { newId, newSecret, sha256, systemClock } from '@galley/kernel';
import { projectSecret } from '@galley/service';
import {
  expectProblem,
  totpCode,
  type Answer,
  type Client,
  type TestServer,
  type UploadForm,
} from '../fixtures.ts';
import { examples, password, type Query, type Values } from '../operation-examples.ts';
import { WorkRows } from '../runs/fixtures.ts';
import { preparedAccounts } from './accounts.fixtures.ts';
import { backupBodies, newBackup } from './backups.fixtures.ts';
import { templateOf } from './described.fixtures.ts';
import { newWebhook, preparedExtensions, preparedFormQueries } from './extensions.fixtures.ts';
import { fileFor, preparedMedia } from './media.fixtures.ts';
import { newImport, preparedImports } from './imports.fixtures.ts';
import { pluginFile, preparedPlugins, updatedPlugin } from './plugins.fixtures.ts';
import { preparedPasskeys } from './passkeys.fixtures.ts';
import { preparedSignIn } from './sign-in.fixtures.ts';
import { preparedThemes, themeFile } from './themes.fixtures.ts';
import { preparedTokens } from './tokens.fixtures.ts';
import { newClientQuery, newClientRequest, preparedPeople } from './run-people.fixtures.ts';
import { commentOnInk, preparedProposals, proposalHere } from './proposals.fixtures.ts';

export * from './described.fixtures.ts';
export { startExampleServer } from './example-server.fixtures.ts';

export interface SessionState {
  readonly factorVerified?: boolean;
  readonly confirmedAt?: Date;
}

/** Creates a session without the tenth of a second that a password hash takes. */
export async function beginSession(
  server: TestServer,
  username: string,
  { factorVerified = false, confirmedAt }: SessionState = {},
): Promise<Client> {
  const { db } = server.database;
  const user = await db
    .selectFrom('users')
    .select('security_version as securityVersion')
    .where('username', '=', username)
    .executeTakeFirstOrThrow();
  const [token, csrfToken] = [newSecret(), newSecret()];
  const lifetimes = { ttlMilliseconds: 1_800_000, absoluteTtlMilliseconds: 43_200_000 };
  const policy = { clock: systemClock, requireMfa: false };
  const sessions = new SessionRepository(db, { ...lifetimes, ...policy });
  const from = { remoteAddr: '127.0.0.1', userAgent: 'test' };
  const { id } = await sessions.create(token, {
    ...user,
    ...from,
    username,
    factorVerified,
    csrfToken,
  });
  if (confirmedAt) {
    const aged = db.updateTable('sessions').set({ confirmed_at: confirmedAt });
    await aged.where('id', '=', id).execute();
  }
  const cookie = `session=${encodeURIComponent(await signed(server, token))}`;
  return Object.assign(server.visitor(), { cookie, csrfToken });
}

async function signed({ project }: TestServer, token: string): Promise<string> {
  const key = await projectSecret(join(project, 'data'), 'encryption-key');
  const signature = createHmac('sha256', deriveKey(key, 'session cookie')).update(token);
  return `s:${token}.${signature.digest('base64').replace(/=+$/, '')}`;
}

export interface TestToken {
  readonly id: string;
  readonly headers: { readonly authorization: string };
}

/** Adds a token, even if the user could not create it now. */
export async function addToken(
  { database: { db } }: TestServer,
  username: string,
  { scopes, expiresAt }: { scopes: readonly string[]; expiresAt?: Date },
): Promise<TestToken> {
  const [id, token] = [newId(), `galley_${newSecret()}`];
  await db
    .insertInto('api_tokens')
    .values({
      id,
      username,
      token_hash: sha256(token),
      name: 'test',
      scopes: [...scopes],
      created_at: new Date(0),
      expires_at: expiresAt ?? new Date(Date.now() + 3_600_000),
    })
    .execute();
  return { id, headers: { authorization: `Bearer ${token}` } };
}

export function addressOf(
  operation: Operation,
  query: string | Query | [string, string][] = {},
): string {
  const search = new URLSearchParams(query).toString();
  return addressWith(operation, examples[operation.id]?.params) + (search && `?${search}`);
}

function addressWith({ base, path }: Operation, params: Query = {}): string {
  return basePath(base, '__admin') + fillPath(path, (name) => encodeURIComponent(params[name]!));
}

export function answersAt(operation: Operation, address: string): boolean {
  const template = templateOf(operation).replaceAll('.', String.raw`\.`);
  return new RegExp(`^${fillPath(template, () => '[^/]+')}$`).test(address);
}

export interface Sent {
  readonly params?: Query | undefined;
  readonly query?: Query | undefined;
  readonly body?: unknown;
  readonly file?: UploadForm['file'];
  readonly headers?: Record<string, string> | undefined;
}

export function call(client: Client, operation: Operation, sent: Sent = {}): Promise<Answer> {
  const example = examples[operation.id] ?? {};
  const address = sent.params
    ? addressWith(operation, sent.params)
    : addressOf(operation, sent.query ?? example.query);
  if (operation.method === 'GET') return client.get(address, sent.headers);
  // A new key each time, so that no answer is replayed from an earlier call.
  const key = operation.idempotent && { 'idempotency-key': newId() };
  const headers = { ...key, ...sent.headers };
  if (operation.multipart) {
    const fields = ('body' in sent ? sent.body : example.body) as Record<string, string>;
    const file = sent.file ?? example.file!;
    return client.upload(address, { fields, file }, headers);
  }
  if (operation.method === 'DELETE') return client.send(address, { method: 'DELETE', headers });
  return client.post(address, 'body' in sent ? sent.body : example.body, headers);
}

export async function expectInvalid(asked: Promise<Answer>, path: string): Promise<void> {
  const { errors, detail } = expectProblem(await asked, 400, 'invalid_request');
  expect(errors?.map((error) => error.path)).toContain(path);
  expect(detail).toContain(path);
}

export class TestAdministrator {
  readonly server: TestServer;
  readonly client: Client;
  readonly username: string;

  private constructor(server: TestServer, client: Client, username: string) {
    this.server = server;
    this.client = client;
    this.username = username;
  }

  static async to(server: TestServer): Promise<TestAdministrator> {
    const username = newName();
    await server.addUser({ username, role: 'admin' });
    return new TestAdministrator(server, await beginSession(server, username), username);
  }

  async prepare({ id }: Operation): Promise<Values | undefined> {
    return (await prepared[id]?.(this)) ?? examples[id]?.body;
  }

  /** Creates what the operation needs, and returns its input; missing parts come from the example. */
  async wanted(operation: Operation): Promise<Sent> {
    const body = await this.prepare(operation);
    const query = await preparedQueries[operation.id]?.(this);
    const params = await preparedParams[operation.id]?.(this);
    const { id, multipart } = operation;
    const file = multipart && (pluginFile(id, this) ?? themeFile(id, this) ?? fileFor(id));
    return { params, query, body, ...(file && { file }) };
  }

  async succeed(operation: Operation): Promise<{ answer: Answer; body: Values | undefined }> {
    const wanted = await this.wanted(operation);
    const answer = await call(this.client, operation, wanted);
    return { answer, body: wanted.body as Values | undefined };
  }

  async post<T>(path: string, body: Values): Promise<T> {
    return (await this.client.post(`${basePath('admin', '__admin')}${path}`, body)).json<T>();
  }
}

function newName(): string {
  return `n${newId()}`;
}

async function newDocument(newcomer: TestAdministrator): Promise<{ path: string }> {
  const body = { ...examples['documents.create']!.body, slug: newName() };
  const { path } = await newcomer.post<{ path: string }>('/documents/create', body);
  return { path };
}

async function newPaths(newcomer: TestAdministrator, add = newDocument) {
  return { paths: [(await add(newcomer)).path] };
}

async function trashedDocument(newcomer: TestAdministrator): Promise<{ path: string }> {
  const document = await newDocument(newcomer);
  await newcomer.post('/documents/delete', document);
  return document;
}

async function withFactor({ client }: TestAdministrator): Promise<Values> {
  await client.enableFactor();
  return {};
}

const preparedQueries: Readonly<Record<string, (newcomer: TestAdministrator) => Promise<Query>>> = {
  'documents.proposed': proposalHere,
  'documents.revision': async (newcomer) => {
    const { path } = await newDocument(newcomer);
    const search = new URLSearchParams({ path }).toString();
    const answer = await newcomer.client.get(`/__admin/api/documents/history?${search}`);
    const [{ hash }] = answer.json<[{ hash: string }]>();
    return { path, hash };
  },
  'backups.download': newBackup,
  'imports.rows': newImport,
  'webhooks.deliveries': newWebhook,
  ...preparedFormQueries,
  'mcp_clients.request': ({ server }) => newClientQuery(server),
  'plugins.previous': updatedPlugin,
  'plugins.panel': async (newcomer) => {
    const name = 'link-checker';
    await newcomer.post('/plugins/enable', { name, approve_risk: true });
    return { name };
  },
  'operations.build': async (newcomer) => {
    await newcomer.post('/operations/rebuild', {});
    const answer = await newcomer.client.get('/__admin/api/operations/builds');
    const [{ id }] = answer.json<[{ id: string }]>();
    return { id };
  },
};

const preparedParams: Readonly<
  Record<string, (newcomer: TestAdministrator) => Query | Promise<Query>>
> = {
  'runs.control': async (newcomer) => ({ ...(await newWorkspace(newcomer)), action: 'start' }),
  'runs.create': newWorkspace,
  'runs.start': (newcomer) => newRun(newcomer, 'stopped'),
  'runs.pause': (newcomer) => newRun(newcomer, 'active'),
  'runs.resume': (newcomer) => newRun(newcomer, 'paused-intake'),
  'runs.stop': (newcomer) => newRun(newcomer, 'active'),
  'runs.force_stop': (newcomer) => newRun(newcomer, 'active'),
  'runs.reopen': (newcomer) => newRun(newcomer, 'completed'),
  'runs.budget': (newcomer) => newRun(newcomer, 'active'),
  ...preparedProposals,
  'tasks.create': ofWorkspace,
  'tasks.update': newTask,
  'tasks.cancel': newTask,
  'tasks.reopen': newTask,
  'tasks.assign': newTask,
  'tasks.take_over': newTask,
  ...preparedPeople,
  'agents.message': async (newcomer) => {
    const { agent_id: agent } = await newWorkerToken(newcomer);
    return { ...ofWorkspace(), agent: agent as string };
  },
  'approvals.approve': newRequest,
  'approvals.reject': newRequest,
  'worker_tokens.revoke': async (newcomer) => {
    const { workspace: id } = exampleProject;
    const at = `${basePath('runs', '__admin')}/workspaces/${id}/worker-tokens`;
    const made = await newcomer.client.post(at, await newWorkerToken(newcomer));
    return { id, token: made.json<{ id: string }>().id };
  },
};

function ofWorkspace(): { id: string } {
  return { id: exampleProject.workspace };
}

async function newTask({ server }: TestAdministrator): Promise<Query> {
  const task = newName();
  const { workspace: id, run } = exampleProject;
  await new WorkRows(server.database.db, id).addTask(task, { runId: run });
  return { id, task };
}

async function newWorkspace({ server }: TestAdministrator): Promise<{ id: string }> {
  const id = newName();
  const workspace = { id, display_name: id, created_at: new Date() };
  await server.database.db.insertInto('workspaces').values(workspace).execute();
  return { id };
}

async function newRun(newcomer: TestAdministrator, status: string): Promise<Query> {
  const { id } = await newWorkspace(newcomer);
  const run = newName();
  const at = new Date();
  const times = { started_at: at, transitioned_at: at };
  const row = { id: run, workspace_id: id, goal: '', status, ...times };
  await newcomer.server.database.db.insertInto('runs').values(row).execute();
  return { id, run };
}

async function newWorkerToken({ server }: TestAdministrator): Promise<Values> {
  const agent = newName();
  await new WorkRows(server.database.db, exampleProject.workspace).addAgent(agent);
  return { run_id: exampleProject.run, agent_id: agent, scopes: ['tasks:read'] };
}

async function newRequest({ server }: TestAdministrator): Promise<Query> {
  const approval = newName();
  const { workspace: id, run } = exampleProject;
  await new WorkRows(server.database.db, id).addRequest(approval, { runId: run });
  return { id, approval };
}

const another = 'quite another passphrase';

/** Where the example is refused or has no effect. */
const prepared: Readonly<
  Record<string, (newcomer: TestAdministrator) => Values | Promise<Values>>
> = {
  'auth.login': ({ username }) => ({ username, password }),
  ...preparedAccounts,
  'worker_tokens.create': newWorkerToken,
  'mcp_clients.connect': ({ server }) => newClientRequest(server),
  'tasks.create': () => ({ run_id: exampleProject.run, title: 'Check the links' }),
  'agents.message': () => ({ run_id: exampleProject.run, text: 'Begin with ink.' }),
  'sessions.revoke': async ({ server, username }) => {
    await beginSession(server, username);
    return { username, keep_current: true };
  },
  'totp.enable': async (newcomer) => {
    const { secret } = await newcomer.post<{ secret: string }>('/totp/setup', {});
    return { code: totpCode(secret) };
  },
  ...preparedSignIn,
  'totp.disable': withFactor,
  'totp.recovery_codes': withFactor,
  'password.change': () => ({ current_password: password, new_password: another }),
  'password.reset': async (newcomer) => {
    const { username } = newcomer;
    const { token } = await newcomer.post<{ token: string }>('/users/reset-link', { username });
    return { token, new_password: another };
  },
  ...preparedTokens,
  'users.save': () => ({ ...examples['users.save']!.body, username: newName() }),
  'users.delete': async ({ server }) => {
    const username = newName();
    await server.addUser({ username, role: 'powerless' });
    return { username };
  },
  'roles.save': () => ({ ...examples['roles.save']!.body, name: newName() }),
  'roles.delete': async ({ server }) => {
    const name = newName();
    const role = { name, capabilities: [], builtin: false };
    await server.database.db.insertInto('roles').values(role).execute();
    return { name };
  },
  ...preparedPasskeys,
  ...preparedThemes,
  ...backupBodies,
  ...preparedImports,
  'documents.create': () => ({ ...examples['documents.create']!.body, slug: newName() }),
  'documents.editorial': async (newcomer) => {
    const { path: source_path } = await newDocument(newcomer);
    return { source_path, action: 'assign', assignee: newcomer.username, note: 'Yours' };
  },
  'documents.status': async (newcomer) => ({
    ...(await newDocument(newcomer)),
    status: 'published',
  }),
  'documents.set_deadline': async (one) => ({ ...(await newDocument(one)), due_on: '2090-01-31' }),
  'documents.delete': newDocument,
  'documents.restore': trashedDocument,
  'documents.bulk_status': async (newcomer) => ({ ...(await newPaths(newcomer)), status: 'draft' }),
  'documents.bulk_assign': async (newcomer) => ({ ...(await newPaths(newcomer)), assignee: '' }),
  'documents.bulk_terms': async (newcomer) => ({ ...(await newPaths(newcomer)), add: ['Ink'] }),
  'documents.bulk_delete': (newcomer) => newPaths(newcomer),
  'documents.bulk_restore': (newcomer) => newPaths(newcomer, trashedDocument),
  'documents.revoke_preview_link': async (newcomer) => {
    const { path } = await newDocument(newcomer);
    const { id } = await newcomer.post<{ id: string }>('/documents/preview-link', { path });
    return { id };
  },
  ...preparedMedia,
  ...preparedExtensions,
  ...preparedPlugins,
  'proposals.comment': commentOnInk,
  'documents.lock': newDocument,
  'documents.unlock': newDocument,
};
