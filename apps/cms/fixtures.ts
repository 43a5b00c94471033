import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { authProblems, hashPassword, UserRepository } from '@galley/auth';
import { backupProblems } from '@galley/backup';
import { contentProblems } from '@galley/content';
import { operations } from '@galley/contract';
import { httpProblems, statusOfKind } from '@galley/http';
import { kernelProblems, type FieldError, type Logger } from '@galley/kernel';
import { mediaProblems } from '@galley/media';
import { runProblems } from '@galley/runcoord';
import type { ConfigInput } from '@galley/settings';
import { createTestDatabase, temporaryDirectory, type TestDatabase } from '@galley/testing';
import { CuttableLine } from './cuttable-line.fixtures.ts';
import { createProject } from './project.ts';
import { serve } from './serve.ts';

export const admin = { username: 'ada', password: 'a long enough passphrase' };

/** The password of everybody that `addUser` adds. */
export const password = 'another long passphrase';
let passwordHash: Promise<string> | undefined;

export interface TestServerOptions {
  /** Files of the project by path, beside an empty `galley.yaml`: `content/posts/ink.md`. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  /** Begins with the example site. */
  readonly example?: boolean;
  readonly environment?: Readonly<Record<string, string>>;
  readonly config?: ConfigInput;
  /** The database is reached through a line that `cutDatabase` cuts. */
  readonly cuttable?: boolean;
}

export interface NewTestUser {
  readonly username: string;
  /** Given with `grants`, a role of its own; else one of the built-in ones. */
  readonly role: string;
  readonly grants?: readonly string[];
}

/** The content server as `galley serve` runs it, on a database, a project and a port of its own. */
export class TestServer implements AsyncDisposable {
  readonly url: string;
  readonly project: string;
  /** What went to the log, a line an entry. */
  readonly log: string[];
  readonly setupLink: string | undefined;
  readonly database: TestDatabase;
  readonly #line: CuttableLine | undefined;
  readonly #stop: () => Promise<void>;
  readonly #leave: () => Promise<void>;

  private constructor(parts: {
    url: string;
    project: string;
    log: string[];
    setupLink: string | undefined;
    database: TestDatabase;
    line: CuttableLine | undefined;
    stop: () => Promise<void>;
    leave: () => Promise<void>;
  }) {
    this.url = parts.url;
    this.project = parts.project;
    this.log = parts.log;
    this.setupLink = parts.setupLink;
    this.database = parts.database;
    this.#line = parts.line;
    this.#stop = parts.stop;
    this.#leave = parts.leave;
  }

  /** Has the administrator `admin`, unless the environment says otherwise. */
  static async start(options: TestServerOptions = {}): Promise<TestServer> {
    const { files = {}, example, cuttable } = options;
    const folder = await temporaryDirectory();
    const project = join(folder.path, 'project');
    if (example) await createProject(project);
    await writeFiles(project, example ? files : { 'galley.yaml': '', ...files });
    const database = await createTestDatabase();
    const line = cuttable ? await CuttableLine.to(new URL(database.url)) : undefined;
    const running = await run(options, { project, databaseUrl: line?.url ?? database.url });
    const stop = async (): Promise<void> => {
      await running.stop();
      await line?.cut();
      await database.close();
      await folder[Symbol.asyncDispose]();
    };
    return new TestServer({ ...running, leave: running.stop, project, database, line, stop });
  }

  /** Another server on the project and the database of one that outlives it. */
  static async beside(
    other: TestServer,
    options: Pick<TestServerOptions, 'environment' | 'config'> = {},
  ): Promise<TestServer> {
    const { project, database } = other;
    const running = await run(options, { project, databaseUrl: database.url });
    return new TestServer({ ...running, leave: running.stop, project, database, line: undefined });
  }

  /** Somebody who is not signed in. */
  visitor(): Client {
    return new Client(this.url);
  }

  /** The administrator, signed in. */
  async signedIn(): Promise<Client> {
    const client = this.visitor();
    await client.signIn(admin);
    return client;
  }

  /** Somebody with a role, signed in. */
  async signedInAs(user: NewTestUser): Promise<Client> {
    await this.addUser(user);
    const client = this.visitor();
    await client.signIn({ username: user.username, password });
    return client;
  }

  async addUser({ username, role, grants }: NewTestUser): Promise<void> {
    const { db } = this.database;
    if (grants) {
      const row = { name: role, capabilities: [...grants], builtin: false };
      await db.insertInto('roles').values(row).execute();
    }
    const createdAt = new Date();
    const users = new UserRepository(db);
    await users.insert({ username, name: username, email: '', role, createdAt });
    // Argon2 is slow on purpose; one hash does for everybody of a test file.
    passwordHash ??= hashPassword(password);
    await users.insertPassword(username, await passwordHash, createdAt);
  }

  async disableUser(username: string): Promise<void> {
    const { db } = this.database;
    await db
      .updateTable('users')
      .set({ enabled: false })
      .where('username', '=', username)
      .execute();
  }

  /** Runs `work` while nobody can reach the database: connections break, and new ones are refused. */
  async withoutDatabase(work: () => Promise<void>): Promise<void> {
    await this.#line!.cut();
    await work();
    await this.#line!.mend();
  }

  write(path: string, content: string | Uint8Array): Promise<void> {
    return writeFiles(this.project, { [path]: content });
  }

  read(path: string): Promise<string> {
    return readFile(join(this.project, path), 'utf8');
  }

  /** Ends the server, and leaves its project and its database to those beside it. */
  leave(): Promise<void> {
    return this.#leave();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#stop();
  }
}

/** `serve`, until `stop`. */
async function run(
  { environment, config }: TestServerOptions,
  { project, databaseUrl }: { project: string; databaseUrl: string },
) {
  const controller = new AbortController();
  const log: string[] = [];
  const { siteAddress, setupLink, stopped } = await serve({
    projectDirectory: project,
    overlays: [],
    environment: environment ?? {
      GALLEY_ADMIN_USERNAME: admin.username,
      GALLEY_ADMIN_PASSWORD: admin.password,
    },
    overrides: {
      ...config,
      server: { port: 0, ...config?.server },
      build: { on_publish: false, ...config?.build },
      database: { url: databaseUrl },
    },
    logger: recorder(log),
    signal: controller.signal,
  });
  const stop = (): Promise<void> => {
    controller.abort();
    return stopped;
  };
  return { url: siteAddress, setupLink, log, stop };
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body; throws when it is no JSON. */
  json<T = Record<string, unknown>>(): T;
}

/** What a form with a file has. */
export interface UploadForm {
  readonly fields?: Readonly<Record<string, string>>;
  readonly file?: { readonly name: string; readonly content: string | Uint8Array<ArrayBuffer> };
}

/** A browser as far as the API can tell: it keeps its cookie and sends its CSRF token. */
export class Client {
  readonly #url: string;
  cookie: string | undefined;
  csrfToken: string | undefined;

  constructor(url: string) {
    this.#url = url;
  }

  async signIn(credentials: {
    username: string;
    password: string;
    totp_code?: string;
  }): Promise<Answer> {
    const answer = await this.post('/__admin/api/login', credentials);
    this.csrfToken = answer.json<{ csrf_token: string }>().csrf_token;
    return answer;
  }

  /** The same session at another server. */
  at(server: TestServer): Client {
    return Object.assign(server.visitor(), { cookie: this.cookie, csrfToken: this.csrfToken });
  }

  /** Sets up a second factor, with the code of this moment: a sign-in takes that of the next, or a recovery code. */
  async enableFactor(): Promise<{ secret: string; recoveryCodes: string[] }> {
    const { secret } = (await this.post('/__admin/api/totp/setup')).json<{ secret: string }>();
    const enabled = await this.post('/__admin/api/totp/enable', { code: totpCode(secret) });
    return { secret, recoveryCodes: enabled.json<{ recovery_codes: string[] }>().recovery_codes };
  }

  /** The path as it is written: `fetch` would tidy `..`, `//` and the like away. */
  async getExactly(path: string): Promise<Answer> {
    const { hostname, port } = new URL(this.#url);
    const request = httpRequest({ hostname, port, path }).end();
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    const chunks = (await response.toArray()) as Buffer[];
    const headers = new Headers(Object.entries(response.headers).flatMap(headerPairs));
    return answer(response.statusCode!, headers, Buffer.concat(chunks).toString());
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send(path, { headers });
  }

  /** Sends a form with a file. */
  upload(path: string, form: UploadForm, headers: Record<string, string> = {}): Promise<Answer> {
    const data = new FormData();
    for (const [name, value] of Object.entries(form.fields ?? {})) data.set(name, value);
    if (form.file) data.set('file', new Blob([form.file.content]), form.file.name);
    return this.send(path, { method: 'POST', body: data, headers });
  }

  post(path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const json =
      body === undefined
        ? {}
        : {
            body: JSON.stringify(body),
            headers: { 'content-type': 'application/json', ...headers },
          };
    return this.send(path, { method: 'POST', headers, ...json });
  }

  async send(path: string, init: RequestInit): Promise<Answer> {
    const headers = new Headers(init.headers);
    if (this.cookie) headers.set('cookie', this.cookie);
    if (this.csrfToken && !headers.has('x-csrf-token')) headers.set('x-csrf-token', this.csrfToken);
    const response = await fetch(this.#url + path, { redirect: 'manual', ...init, headers });
    const set = response.headers.getSetCookie().find((cookie) => cookie.startsWith('session='));
    if (set) this.cookie = set.split(';', 1)[0];
    return answer(response.status, response.headers, await response.text());
  }
}

function answer(status: number, headers: Headers, text: string): Answer {
  return { status, headers, text, json: () => JSON.parse(text) as never };
}

function headerPairs([name, value]: [string, string | string[] | undefined]): [string, string][] {
  return [value ?? []].flat().map((one) => [name, one]);
}

const tables = [
  authProblems,
  backupProblems,
  contentProblems,
  httpProblems,
  kernelProblems,
  mediaProblems,
  runProblems,
];
const definitions = Map.groupBy(
  tables.flatMap((table) => Object.values(table)).map(({ definition }) => definition),
  ({ code }) => code,
);
const namedByOperations = new Set(operations.flatMap(({ problems }) => problems));

/** A stack, SQL, or a path of this host. */
const inside =
  /\bat \S+ \(|\.ts\b|node_modules|\b(select|insert|update|delete) .*\b(from|into|set)\b|\/(tmp|home|root|work|var)\//i;

export interface Problem {
  readonly detail: string;
  readonly errors?: readonly FieldError[];
  readonly [member: string]: unknown;
}

/** Holds an answer to be this refusal, and every refusal to GAP-ERR-1. */
export function expectProblem(answer: Answer, status: number, code: string): Problem {
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status });
  expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json\b/);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.text).not.toMatch(inside);
  const body = answer.json<Problem>();
  const requestId = answer.headers.get('x-request-id');
  expect(requestId).toMatch(/^[\w.-]{8,64}$/);
  const type = `urn:galley:problem:${code}`;
  expect(body).toMatchObject({ type, code, status, request_id: requestId });
  expect(body.detail.length).toBeGreaterThan(10);
  const same = definitions.get(code);
  const kinds = same?.flatMap(({ kind, otherKinds = [] }) => [kind, ...otherKinds]);
  if (kinds) expect(kinds.map((kind) => statusOfKind[kind])).toContain(status);
  if (same) expect(same.map(({ title }) => title)).toContain(body['title']);
  else expect([...namedByOperations]).toContain(code);
  return body;
}

/** The attributes of the one cookie of an answer, in lower case and in order; when it expires is left out. */
export function cookieAttributes({ headers }: Answer): string[] {
  const cookies = headers.getSetCookie();
  expect(cookies).toEqual([expect.stringMatching(/^session=/)]);
  const [, ...attributes] = cookies[0]!.split('; ');
  return attributes.map((one) => one.toLowerCase().replace(/^expires=.*/, 'expires')).toSorted();
}

/** What an authenticator app shows so many times 30 seconds from now (RFC 6238). */
export function totpCode(secret: string, steps = 0): string {
  const bits = [...secret].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  );
  const bytes = bits.join('').match(/.{8}/g)!;
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps));
  const key = Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
  const mac = createHmac('sha1', key).update(counter).digest();
  const number = mac.readUInt32BE(mac.at(-1)! & 15) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
}

export async function writeFiles(
  folder: string,
  files: Readonly<Record<string, string | Uint8Array>>,
): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    const target = join(folder, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, content);
  }
}

function recorder(lines: string[]): Logger {
  const note =
    (level: string) =>
    (message: string, attributes = {}): void =>
      void lines.push(`${level} ${message} ${JSON.stringify(attributes)}`);
  return { debug: note('debug'), info: note('info'), warn: note('warn'), error: note('error') };
}
