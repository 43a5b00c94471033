import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, vi } from 'vitest';
import { Argon2Hasher, authProblems, UserRepository } from '@galley/auth';
import { backupProblems } from '@galley/backup';
import { exportProblems } from '@galley/exporting';
import { formProblems } from '@galley/forms';
import { importProblems } from '@galley/importing';
import { contentProblems } from '@galley/content';
import { operations } from '@galley/contract';
import { httpProblems, statusOfKind } from '@galley/http';
import {
  fieldErrorMessage,
  kernelProblems,
  redactSecrets,
  type FieldError,
  type Logger,
} from '@galley/kernel';
import { redactAttributes } from '@galley/logging';
import { mediaProblems } from '@galley/media';
import { aiWriterProblems } from '@galley/plugins';
import { pluginProblems } from '@galley/plugins';
import { proposalProblems } from '@galley/proposals';
import { runProblems } from '@galley/runcoord';
import type { BuildInfo } from '@galley/service';
import type { ConfigInput } from '@galley/settings';
import {
  createTestDatabase,
  SecretWatch,
  serverCount,
  temporaryDirectory,
  type TestDatabase,
} from '@galley/testing';
import { Client, type Answer } from './client.fixtures.ts';
import { InterruptibleProxy } from './interruptible-proxy.fixtures.ts';
import { createProject } from './project.ts';
import { searchRecords } from './records.fixtures.ts';
import { serve } from './serve.ts';
import { SeveralServers } from './several-servers.fixtures.ts';

export { Client, totpCode, type Answer, type UploadForm } from './client.fixtures.ts';

export const admin = { username: 'ada', password: 'a long enough passphrase' };

export const password = 'another long passphrase';
/** Cheap hash parameters: a real hash takes a hundred milliseconds, which most tests do not need. */
const passwordHasher = new Argon2Hasher({ memory: 8, passes: 1, parallelism: 1 });
let passwordHash: Promise<string> | undefined;

export interface TestServerOptions {
  /** Project files by path, in addition to an empty `galley.yaml`: `content/posts/ink.md`. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  readonly example?: boolean;
  readonly environment?: Readonly<Record<string, string>>;
  readonly config?: ConfigInput;
  readonly build?: BuildInfo;
  readonly cuttable?: boolean;
  /** Replaces the default, an empty database on the shared test server; closed with the server. */
  readonly database?: TestDatabase;
  readonly prepare?: (database: TestDatabase) => Promise<void>;
  /** Disposed after the server. */
  readonly beside?: AsyncDisposable;
}

export interface NewTestUser {
  readonly username: string;
  /** Name of a built-in role, or of a new one with `grants`. */
  readonly role: string;
  readonly grants?: readonly string[];
}

/** With `GALLEY_SERVERS=2`, one of two servers behind a proxy, with two coordinators: `url` is the proxy's. */
export class TestServer implements AsyncDisposable {
  readonly url: string;
  readonly project: string;
  readonly log: string[];
  readonly setupLink: string | undefined;
  readonly database: TestDatabase;
  /** Looks for secrets in all output; any finding fails the test that disposes of the server. */
  readonly watch: SecretWatch;
  readonly #line: InterruptibleProxy | undefined;
  readonly #stop: () => Promise<void>;
  readonly #leave: () => Promise<void>;

  private constructor(parts: {
    url: string;
    project: string;
    log: string[];
    setupLink: string | undefined;
    database: TestDatabase;
    line: InterruptibleProxy | undefined;
    watch: SecretWatch;
    stop: () => Promise<void>;
    leave: () => Promise<void>;
  }) {
    this.url = parts.url;
    this.project = parts.project;
    this.log = parts.log;
    this.setupLink = parts.setupLink;
    this.database = parts.database;
    this.watch = parts.watch;
    this.#line = parts.line;
    this.#stop = parts.stop;
    this.#leave = parts.leave;
  }

  /** Creates the administrator `admin`, unless the environment says otherwise. */
  static async start(options: TestServerOptions = {}): Promise<TestServer> {
    const { files = {}, example, cuttable } = options;
    const folder = await temporaryDirectory();
    const project = join(folder.path, 'project');
    if (example) await createProject(project);
    await writeFiles(project, example ? files : { 'galley.yaml': '', ...files });
    const database = await openDatabase(options);
    const line = cuttable ? await InterruptibleProxy.to(new URL(database.url)) : undefined;
    const watch = new SecretWatch();
    const databaseUrl = line?.url ?? database.url;
    const running = await run(options, { project, watch, databaseUrl });
    const others = serverCount > 1 ? await running.joined(serverCount) : undefined;
    const end = async (): Promise<void> => {
      await others?.[Symbol.asyncDispose]();
      await running.stop();
    };
    let ended: Promise<void> | undefined;
    const leave = (): Promise<void> => (ended ??= end());
    const stop = async (): Promise<void> => {
      await leave();
      await searchRecords(watch, { ...running, project, database });
      await line?.cut();
      await database.close();
      await folder[Symbol.asyncDispose]();
      await options.beside?.[Symbol.asyncDispose]();
      watch.expectNone();
    };
    const { url } = others ?? running;
    const setupLink = running.setupLink?.replace(running.url, url);
    const parts = { ...running, url, setupLink, leave, project, database, line, watch, stop };
    return new TestServer(parts);
  }

  /** `other` must outlive it. */
  static async beside(
    other: TestServer,
    options: Pick<TestServerOptions, 'environment' | 'config' | 'build'> = {},
  ): Promise<TestServer> {
    const { project, database, watch } = other;
    const running = await run(options, { project, watch, databaseUrl: database.url });
    const stop = async (): Promise<void> => {
      await running.stop();
      await searchRecords(watch, { log: running.log });
      watch.expectNone();
    };
    const shared = { project, database, watch, line: undefined };
    return new TestServer({ ...running, ...shared, leave: running.stop, stop });
  }

  visitor(): Client {
    return new Client(this.url, this.watch);
  }

  async signedIn(): Promise<Client> {
    const client = this.visitor();
    await client.signIn(admin);
    return client;
  }

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
    passwordHash ??= passwordHasher.hash(password);
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

  async withoutDatabase(work: () => Promise<void>): Promise<void> {
    await this.#line!.cut();
    await work();
    // An outage that the server notices only after the end would make it refuse later requests.
    await vi.waitUntil(() => this.#hasLostDatabase(), { timeout: 30_000, interval: 10 });
    await this.#line!.restore();
    await this.#untilBack();
  }

  async withSilentDatabase(work: () => Promise<void>): Promise<void> {
    this.#line!.silence();
    try {
      await work();
    } finally {
      this.#line!.speak();
    }
    await this.#untilBack();
  }

  /** Waits until the server has noticed that the database is back, if it had noticed the outage. */
  async #untilBack(): Promise<void> {
    await vi.waitUntil(() => !this.#hasLostDatabase(), { timeout: 30_000, interval: 10 });
  }

  #hasLostDatabase(): boolean {
    const count = (message: string): number =>
      this.log.filter((line) => line.includes(message)).length;
    return count('database lost') > count('database available again');
  }

  write(path: string, content: string | Uint8Array): Promise<void> {
    return writeFiles(this.project, { [path]: content });
  }

  read(path: string): Promise<string> {
    return readFile(join(this.project, path), 'utf8');
  }

  /** Stops the server, with those behind its proxy, but keeps its project and database for the servers beside it. */
  leave(): Promise<void> {
    return this.#leave();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#stop();
  }
}

async function openDatabase({ database, prepare }: TestServerOptions): Promise<TestDatabase> {
  const opened = database ?? (await createTestDatabase());
  await prepare?.(opened);
  return opened;
}

async function run(
  { environment, config, build }: TestServerOptions,
  { project, databaseUrl, watch }: { project: string; databaseUrl: string; watch: SecretWatch },
) {
  const variables = environment ?? {
    GALLEY_ADMIN_USERNAME: admin.username,
    GALLEY_ADMIN_PASSWORD: admin.password,
  };
  watch.plantVariables({ ...variables, DATABASE_URL: databaseUrl });
  watch.plant('the password of a user', password);
  const controller = new AbortController();
  const log: string[] = [];
  const overrides = {
    ...config,
    server: { port: 0, ...(serverCount > 1 && behindProxy), ...config?.server },
    build: { on_publish: false, ...config?.build },
    database: { url: databaseUrl },
  };
  const { siteAddress, setupLink, stopped } = await serve({
    projectDirectory: project,
    overlays: [],
    environment: variables,
    overrides,
    logger: recorder(log),
    passwordHasher,
    ...(build && { build }),
    signal: controller.signal,
  });
  const stop = (): Promise<void> => {
    controller.abort();
    return stopped;
  };
  const joined = (count: number): Promise<SeveralServers> =>
    SeveralServers.beside(siteAddress, count, { project, config: overrides, variables, watch });
  return { url: siteAddress, setupLink, log, stop, joined };
}

const behindProxy = { trusted_proxies: ['loopback'] };

const tables = [
  authProblems,
  backupProblems,
  exportProblems,
  importProblems,
  contentProblems,
  httpProblems,
  kernelProblems,
  mediaProblems,
  pluginProblems,
  formProblems,
  proposalProblems,
  aiWriterProblems,
  runProblems,
];
const definitions = Map.groupBy(
  tables.flatMap((table) => Object.values(table)).map(({ definition }) => definition),
  ({ code }) => code,
);
const namedByOperations = new Set(operations.flatMap(({ problems }) => problems));

const inside =
  /\bat \S+ \(|\.ts\b|node_modules|\b(select|insert|update|delete) .*\b(from|into|set)\b|\/(tmp|home|root|work|var)\//i;

export interface Problem {
  readonly detail: string;
  readonly errors?: readonly FieldError[];
  readonly [member: string]: unknown;
}

/** Expects this refusal, in the format of GAP-ERR-1. */
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
  expectFieldErrors(body.errors);
  return body;
}

/** Known codes, with the parameters of their texts (ADD-ERR-1). */
export function expectFieldErrors(errors: readonly FieldError[] = []): void {
  const texts = errors.map(({ code, params }) => fieldErrorMessage(code, params));
  expect(errors.map(({ message }) => message)).toEqual(texts);
  expect(texts.join()).not.toMatch(/\{\w+\}|undefined|\[object/);
}

export function cookieAttributes({ headers }: Answer): string[] {
  const cookies = headers.getSetCookie().filter((cookie) => !cookie.startsWith('device-'));
  expect(cookies).toEqual([expect.stringMatching(/^session=/)]);
  const [, ...attributes] = cookies[0]!.split('; ');
  return attributes.map((one) => one.toLowerCase().replace(/^expires=.*/, 'expires')).toSorted();
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
      void lines.push(
        `${level} ${redactSecrets(message)} ${JSON.stringify(redactAttributes(attributes))}`,
      );
  return { debug: note('debug'), info: note('info'), warn: note('warn'), error: note('error') };
}
