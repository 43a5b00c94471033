import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { vi } from 'vitest';
import {
  createTestDatabase,
  SecretWatch,
  temporaryDirectory,
  type TemporaryDirectory,
  type TestDatabase,
} from '@galley/testing';
import { ensureProgramBuilt } from '../../scripts/program-build.ts';

export const galleyBundle = await ensureProgramBuilt();

export const admin = { username: 'ada', password: 'a long enough passphrase' };
export const adminVariables = {
  GALLEY_ADMIN_USERNAME: admin.username,
  GALLEY_ADMIN_PASSWORD: admin.password,
};

export type Variables = Readonly<Record<string, string>>;

export interface LogEntry {
  readonly level: string;
  readonly msg: string;
  readonly [attribute: string]: unknown;
}

export type Ending = number | NodeJS.Signals | null;

/** Disables automatic static builds, which would slow down hundreds of servers; tests of builds enable them. */
function environment(variables: Variables): Record<string, string> {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE = '' } = process.env;
  const quiet = { SERVICE_LOG_FORMAT: 'json', GALLEY_BUILD__ON_PUBLISH: 'false' };
  return { PATH, HOME, NODE_COMPILE_CACHE, ...quiet, ...variables };
}

export class GalleyProcess {
  readonly stderr: string[] = [];
  stdout = '';
  readonly ended: Promise<Ending>;
  readonly #child: ChildProcess;
  readonly #watch = new SecretWatch();

  constructor(
    args: readonly string[],
    {
      variables = {},
      cwd,
      command = [process.execPath, galleyBundle],
      input,
    }: { variables?: Variables; cwd?: string; command?: readonly string[]; input?: string } = {},
  ) {
    const [program, ...before] = command as [string, ...string[]];
    this.#child = spawn(program, [...before, ...args], {
      cwd,
      env: environment(variables),
      stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    });
    this.#child.stdin?.end(input);
    this.#watch.plantVariables(variables);
    this.#watch.plant('what was given on standard input', input?.trim());
    createInterface({ input: this.#child.stderr! }).on('line', (line) => this.stderr.push(line));
    this.#child.stdout!.setEncoding('utf8').on('data', (text: string) => (this.stdout += text));
    this.ended = new Promise<Ending>((resolve, reject) => {
      this.#child.once('error', reject);
      this.#child.once('close', (code, signal) => resolve(code ?? signal));
    }).then((ending) => {
      this.#watch.look('records', 'standard output', this.stdout);
      this.#watch.look('records', 'standard error', this.stderr.join('\n'));
      this.#watch.expectNone();
      return ending;
    });
    // Callers that wait for `ended` get the rejection; without one it must not crash the test run.
    this.ended.catch(() => undefined);
  }

  get pid(): number {
    return this.#child.pid!;
  }

  get hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  get log(): LogEntry[] {
    return this.stderr.map((line) => {
      if (!line.startsWith('{'))
        throw new Error(`no JSON on standard error:\n${this.stderr.join('\n')}`);
      return JSON.parse(line) as LogEntry;
    });
  }

  entries(msg: string): LogEntry[] {
    return this.log.filter((entry) => entry.msg === msg);
  }

  async logged(msg: string): Promise<LogEntry> {
    return vi.waitUntil(
      () => {
        const [entry] = this.entries(msg);
        if (!entry && this.hasEnded) throw new Error(`ended early:\n${this.stderr.join('\n')}`);
        return entry;
      },
      { timeout: 60_000, interval: 10 },
    );
  }

  async printed(pattern: RegExp): Promise<void> {
    await vi.waitUntil(() => pattern.test(this.stdout), { timeout: 60_000, interval: 10 });
  }

  async ready(): Promise<string> {
    const { site, coordinator } = await this.logged('ready');
    return String(site ?? coordinator);
  }

  async setupToken(): Promise<string> {
    const entry = await this.logged(
      'open this link to create the first administrator; it works once, for 24 hours',
    );
    return String(entry['url']).split('#')[1]!;
  }

  kill(signal: NodeJS.Signals): Promise<Ending> {
    this.#child.kill(signal);
    return this.ended;
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }
}

export async function galley(
  args: readonly string[],
  options: ConstructorParameters<typeof GalleyProcess>[1] = {},
): Promise<{ ending: Ending; stdout: string; stderr: string }> {
  const child = new GalleyProcess(args, {
    ...options,
    variables: { SERVICE_LOG_FORMAT: 'text', ...options?.variables },
  });
  const ending = await child.ended;
  return { ending, stdout: child.stdout, stderr: child.stderr.join('\n') };
}

export async function openTestDatabase(): Promise<TestDatabase & AsyncDisposable> {
  const database = await createTestDatabase();
  return { ...database, [Symbol.asyncDispose]: () => database.close() };
}

export class Site implements AsyncDisposable {
  readonly directory: string;
  readonly #folder: TemporaryDirectory;
  readonly #processes: GalleyProcess[] = [];

  private constructor(folder: TemporaryDirectory, name: string) {
    this.#folder = folder;
    this.directory = join(folder.path, name);
  }

  static async create(files: Readonly<Record<string, string>> = {}, name = 'site'): Promise<Site> {
    const site = new Site(await temporaryDirectory(), name);
    await mkdir(site.directory);
    for (const [path, content] of Object.entries(files)) await site.write(path, content);
    return site;
  }

  serve(variables: Variables = {}, ...args: readonly string[]): GalleyProcess {
    return this.#begin(['serve', '--port', '0', ...args], variables);
  }

  coordinate(variables: Variables = {}): GalleyProcess {
    return this.#begin(['start', '--address', '127.0.0.1:0'], variables);
  }

  supervise(variables: Variables): GalleyProcess {
    return this.#begin(['supervise', '--stop-agents'], variables);
  }

  #begin([command, ...args]: readonly [string, ...string[]], variables: Variables): GalleyProcess {
    const all = [command, '--project', this.directory, ...args];
    const begun = new GalleyProcess(all, { variables });
    this.#processes.push(begun);
    return begun;
  }

  async write(path: string, content: string): Promise<void> {
    const target = join(this.directory, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, content);
  }

  read(path: string): Promise<string> {
    return readFile(join(this.directory, path), 'utf8');
  }

  list(path = ''): Promise<string[]> {
    return readdir(join(this.directory, path));
  }

  get postmaster(): number | undefined {
    const file = join(this.directory, 'data/postgres/postmaster.pid');
    const pid = existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8')) : 0;
    return pid > 0 && isAlive(pid) ? pid : undefined;
  }

  killPostmaster(): Promise<void> {
    return end(this.postmaster!, 'SIGKILL');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#processes.map((server) => server.kill('SIGKILL')));
    const { postmaster } = this;
    // An immediate shutdown: a killed server would leave its shared memory behind.
    if (postmaster) await end(postmaster, 'SIGQUIT');
    await this.#folder[Symbol.asyncDispose]();
  }
}

async function end(pid: number, signal: NodeJS.Signals): Promise<void> {
  process.kill(pid, signal);
  await vi.waitUntil(() => !isAlive(pid), { timeout: 30_000, interval: 5 });
}

/** A killed server may remain a zombie for seconds, until its exit code is collected. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    const stat = process.platform === 'linux' ? readFileSync(`/proc/${pid}/stat`, 'utf8') : '';
    return !/\) Z /.test(stat);
  } catch {
    return false;
  }
}

export interface Answer<T> {
  readonly status: number;
  readonly text: string;
  readonly json: () => T;
}

export interface Detail {
  readonly path: string;
  readonly revision: string;
  readonly status: string;
  readonly raw: string;
  readonly raw_body: string;
}

/** Acts as a browser towards the API: keeps its cookie and sends its CSRF token. */
export class Client {
  readonly site: string;
  #headers: Record<string, string> = {};

  constructor(site: string) {
    this.site = site;
  }

  static async signedIn(site: string, credentials: object = admin): Promise<Client> {
    const client = new Client(site);
    await client.begin('/login', credentials);
    return client;
  }

  async begin(path: '/login' | '/setup' | '/sign-in/link', body: unknown): Promise<number> {
    const response = await this.#fetch(`/__admin/api${path}`, body);
    const { csrf_token } = (await response.json()) as { csrf_token?: string };
    const cookie = response.headers.getSetCookie()[0]?.split(';', 1)[0];
    if (cookie && csrf_token) this.#headers = { cookie, 'x-csrf-token': csrf_token };
    return response.status;
  }

  /** Uses the same session on another server of the project. */
  at(site: string): Client {
    const client = new Client(site);
    client.#headers = this.#headers;
    return client;
  }

  get<T>(path: string): Promise<Answer<T>> {
    return this.#answer(path);
  }

  post<T>(path: string, body: unknown): Promise<Answer<T>> {
    return this.#answer(path, body);
  }

  create(title: string, content: string): Promise<Answer<Detail>> {
    const input = { type: 'post', lang: 'en', title, content };
    return this.#answer('/__admin/api/documents/create', input);
  }

  save(input: {
    path: string;
    content: string;
    frontmatter?: Record<string, unknown>;
    expected_revision?: string;
  }): Promise<Answer<Detail>> {
    return this.#answer('/__admin/api/documents/save', { ...input, include: 'raw' });
  }

  async document(path: string): Promise<Detail> {
    return (await this.get<Detail>(`/__admin/api/document?path=${path}&include=raw`)).json();
  }

  async #answer<T>(path: string, body?: unknown): Promise<Answer<T>> {
    const response = await this.#fetch(path, body);
    const text = await response.text();
    return { status: response.status, text, json: () => JSON.parse(text) as T };
  }

  #fetch(path: string, body?: unknown): Promise<Response> {
    if (body === undefined) return fetch(this.site + path, { headers: this.#headers });
    if (body instanceof FormData)
      return fetch(this.site + path, { method: 'POST', headers: this.#headers, body });
    const headers = {
      ...this.#headers,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    };
    return fetch(this.site + path, { method: 'POST', headers, body: JSON.stringify(body) });
  }
}
