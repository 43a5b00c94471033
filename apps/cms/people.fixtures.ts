import { createHmac } from 'node:crypto';
import { expect } from 'vitest';
import { password, type Answer, type Client, type TestServer } from './fixtures.ts';

export interface DocumentDetail {
  readonly path: string;
  readonly id: string;
  readonly title: string;
  readonly revision: string;
  readonly raw: string;
  readonly raw_body: string;
  readonly frontmatter: Readonly<Record<string, unknown>>;
  readonly [name: string]: unknown;
}

export interface DocumentPage {
  readonly items: readonly DocumentDetail[];
  readonly page: number;
  readonly page_size: number;
  readonly total: number;
  readonly has_more: boolean;
  readonly next_cursor: string | null;
}

export interface HistoryEntry {
  readonly seq: number;
  readonly hash: string;
  readonly [field: string]: unknown;
}

const api = '/__admin/api';

/** Documents come with their whole file instead of the rendered text. `detail`, `saved` and `created` expect success. */
export class EditorClient {
  readonly client: Client;

  constructor(client: Client) {
    this.client = client;
  }

  async list(query: Record<string, string> = {}): Promise<DocumentPage> {
    const address = `${api}/documents?${new URLSearchParams(query).toString()}`;
    return granted(await this.client.get(address));
  }

  open(path: string, id?: string): Promise<Answer> {
    const given = { path, ...(id !== undefined && { id }), include: 'raw' };
    const query = new URLSearchParams(given);
    return this.client.get(`${api}/document?${query.toString()}`);
  }

  async detail(path: string): Promise<DocumentDetail> {
    return granted(await this.open(path));
  }

  save(body: object, headers: Record<string, string> = {}): Promise<Answer> {
    return this.client.post(`${api}/documents/save`, { include: 'raw', ...body }, headers);
  }

  async saved(body: object): Promise<DocumentDetail> {
    return granted(await this.save(body));
  }

  create(body: object): Promise<Answer> {
    const input = { type: 'post', lang: 'en', content: 'Text.\n', include: 'raw', ...body };
    return this.client.post(`${api}/documents/create`, input);
  }

  async created(body: object): Promise<DocumentDetail> {
    return granted(await this.create(body));
  }

  askHistory(path: string): Promise<Answer> {
    return this.client.get(`${api}/documents/history?${new URLSearchParams({ path }).toString()}`);
  }

  askRevision(path: string, hash: string): Promise<Answer> {
    const query = new URLSearchParams({ path, hash });
    return this.client.get(`${api}/documents/revision?${query.toString()}`);
  }

  compare(body: object): Promise<Answer> {
    return this.client.post(`${api}/documents/diff`, body);
  }

  async history(path: string): Promise<HistoryEntry[]> {
    return granted(await this.askHistory(path));
  }
}

function granted<T>(answer: Answer): T {
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 200 });
  return answer.json<T>();
}

export interface Factor {
  readonly app: Authenticator;
  /** The code that confirmed the factor, and is now used up. */
  readonly code: string;
  readonly recoveryCodes: readonly string[];
}

export interface UserInfo {
  readonly username: string;
  readonly [field: string]: unknown;
}

/** `seen` and `done` expect success. */
export class AdminClient {
  readonly client: Client;

  constructor(client: Client) {
    this.client = client;
  }

  ask(path: string, query: Record<string, string> = {}): Promise<Answer> {
    const search = new URLSearchParams(query).toString();
    return this.client.get(api + path + (search && `?${search}`));
  }

  async getJson<T>(path: string, query?: Record<string, string>): Promise<T> {
    return granted(await this.ask(path, query));
  }

  attempt(path: string, body: object = {}): Promise<Answer> {
    return this.client.post(api + path, body);
  }

  async postJson<T>(path: string, body?: object): Promise<T> {
    return granted(await this.attempt(path, body));
  }

  async findUser(username: string): Promise<UserInfo | undefined> {
    const users = await this.getJson<UserInfo[]>('/users');
    return users.find((user) => user.username === username);
  }

  saveUser(username: string, more: object = {}): Promise<Answer> {
    return this.attempt('/users/save', { username, name: '', email: '', role: 'author', ...more });
  }

  async savedUser(username: string, more?: object): Promise<UserInfo> {
    return granted(await this.saveUser(username, more));
  }

  deleteUser(username: string, reassignTo?: string): Promise<Answer> {
    return this.attempt('/users/delete', { username, reassign_to: reassignTo });
  }

  async isSignedIn(): Promise<boolean> {
    const { status } = await this.ask('/session');
    expect([200, 401]).toContain(status);
    return status === 200;
  }

  /** The set-up is not confirmed yet. */
  async beginFactor(username?: string): Promise<Authenticator> {
    return new Authenticator(
      (await this.postJson<{ secret: string }>('/totp/setup', { username })).secret,
    );
  }

  async setUpFactor(username?: string): Promise<Factor> {
    const app = await this.beginFactor(username);
    const code = app.code();
    const answer = await this.postJson<{ recovery_codes: string[] }>('/totp/enable', {
      code,
      username,
    });
    return { app, code, recoveryCodes: answer.recovery_codes };
  }
}

export async function adminClientOf(
  server: TestServer,
  username: string,
  role = 'author',
): Promise<AdminClient> {
  return new AdminClient(await server.signedInAs({ username, role }));
}

export async function signIn(
  server: TestServer,
  credentials: { username: string; password?: string; totp_code?: string | undefined },
): Promise<Answer & { office: AdminClient }> {
  const client = server.visitor();
  const answer = await client.signIn({ password, ...credentials });
  return { ...answer, office: new AdminClient(client) };
}

export interface AuditEntry {
  readonly id: string;
  readonly actor: string;
  readonly action: string;
  readonly target: string;
  readonly outcome: string;
  readonly address: string;
  readonly request_id: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly timestamp: string;
}

export interface AuditCase {
  readonly action: string;
  readonly actor: string;
  readonly target?: string | (() => string);
  readonly details?: object;
  readonly act: () => Promise<Answer>;
}

export async function newestEntry(reader: AdminClient): Promise<AuditEntry | undefined> {
  return (await reader.getJson<AuditEntry[]>('/audit', { limit: '1' }))[0];
}

export async function expectRecorded(
  reader: AdminClient,
  outcome: 'success' | 'denied',
  { action, actor, target = '', details = {}, act }: AuditCase,
): Promise<Answer> {
  const answer = await act();
  expect(await newestEntry(reader)).toEqual({
    id: expect.stringMatching(/^\d+$/) as string,
    action,
    actor,
    target: typeof target === 'function' ? target() : target,
    outcome,
    address: '127.0.0.1',
    request_id: answer.headers.get('x-request-id'),
    details: expect.objectContaining(details) as object,
    timestamp: expect.stringMatching(/^20\d\d-\d\d-\d\dT[\d:.]+Z$/) as string,
  });
  return answer;
}

export async function expectNoSecretsInAudit(
  { database: { db } }: TestServer,
  secrets: readonly string[],
): Promise<void> {
  const credentials = await db.selectFrom('credentials').select('data').execute();
  const sessions = await db.selectFrom('sessions').select(['token_hash', 'csrf_token']).execute();
  const tokens = await db.selectFrom('api_tokens').select('token_hash').execute();
  // Entries name the passkeys that they are about.
  const stored = [
    ...credentials.map(({ data: { name: _passkey, ...data } }) => data),
    ...sessions,
    ...tokens,
  ]
    .flatMap((row) => Object.values<unknown>({ ...row }))
    .filter((value) => typeof value === 'string');
  expect(stored.length).toBeGreaterThan(5);
  const entries = JSON.stringify(await db.selectFrom('audit_entries').selectAll().execute());
  for (const secret of [...secrets, ...stored]) {
    // As a whole word, since six digits may occur in longer numbers by chance.
    expect(entries).not.toMatch(new RegExp(`(?<!\\w)${RegExp.escape(secret)}(?!\\w)`, 'i'));
  }
}

const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const stepMilliseconds = 30_000;

/** RFC 6238: SHA-1, six digits, 30 seconds. */
export class Authenticator {
  readonly secret: string;
  readonly #key: Buffer;

  constructor(secret: string) {
    this.secret = secret;
    const bits = [...secret].map((sign) => base32.indexOf(sign).toString(2).padStart(5, '0'));
    this.#key = Buffer.from(
      bits
        .join('')
        .match(/.{8}/g)!
        .map((byte) => parseInt(byte, 2)),
    );
  }

  /** The code `ahead` × 30 seconds from now. */
  code(ahead = 0): string {
    const counter = Buffer.alloc(8);
    counter.writeBigUInt64BE(BigInt(presentStep() + ahead));
    const mac = createHmac('sha1', this.#key).update(counter).digest();
    const number = mac.readUInt32BE(mac.at(-1)! & 15) & 0x7fffffff;
    return String(number % 1_000_000).padStart(6, '0');
  }
}

function presentStep(): number {
  return Math.floor(Date.now() / stepMilliseconds);
}

/** Repeats the work when a time step ended during it, since codes of the previous step would then be one step older. */
export async function withinOneStep<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    const step = presentStep();
    const result = await work();
    if (presentStep() === step) return result;
  }
}

/** Resets the last used step, so that current codes work again. */
export async function resetUsedStep(
  { database: { db } }: TestServer,
  username: string,
): Promise<void> {
  const rows = db.selectFrom('credentials').selectAll().where('username', '=', username);
  const { id, data } = await rows.where('kind', '=', 'totp').executeTakeFirstOrThrow();
  const past = JSON.stringify({ ...data, last_step: -1 });
  await db.updateTable('credentials').set({ data: past }).where('id', '=', id).execute();
}

export async function dumpDatabase({ database: { db } }: TestServer): Promise<string> {
  const tables = await db.introspection.getTables();
  const open = db.withTables<Record<string, Record<string, unknown>>>();
  const contents = tables.map(({ name }) => open.selectFrom(name).selectAll().execute());
  return JSON.stringify(await Promise.all(contents));
}
