import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Logger } from '@galley/kernel';
import { createTestDatabase, temporaryDirectory } from '@galley/testing';
import { serve } from './serve.ts';

export const admin = { username: 'ada', password: 'a long enough passphrase' };

export interface TestServerOptions {
  /** Files of the project by path, beside an empty `galley.yaml`: `content/posts/ink.md`. */
  readonly files?: Readonly<Record<string, string>>;
  readonly environment?: Readonly<Record<string, string>>;
}

/** The content server as `galley serve` runs it, on a database, a project and a port of its own. */
export class TestServer implements AsyncDisposable {
  readonly url: string;
  readonly project: string;
  /** What went to the log, a line an entry. */
  readonly log: string[];
  readonly setupLink: string | undefined;
  readonly #stop: () => Promise<void>;

  private constructor(parts: {
    url: string;
    project: string;
    log: string[];
    setupLink: string | undefined;
    stop: () => Promise<void>;
  }) {
    this.url = parts.url;
    this.project = parts.project;
    this.log = parts.log;
    this.setupLink = parts.setupLink;
    this.#stop = parts.stop;
  }

  /** Has the administrator `admin`, unless the environment says otherwise. */
  static async start({ files = {}, environment }: TestServerOptions = {}): Promise<TestServer> {
    const folder = await temporaryDirectory();
    const project = join(folder.path, 'project');
    await writeFiles(project, { 'galley.yaml': '', ...files });
    const database = await createTestDatabase();
    const controller = new AbortController();
    const log: string[] = [];
    const running = await serve({
      projectDirectory: project,
      overlays: [],
      environment: environment ?? {
        GALLEY_ADMIN_USERNAME: admin.username,
        GALLEY_ADMIN_PASSWORD: admin.password,
      },
      overrides: { server: { port: 0 }, database: { url: database.url } },
      logger: recorder(log),
      signal: controller.signal,
    });
    const stop = async (): Promise<void> => {
      controller.abort();
      await running.stopped;
      await database.close();
      await folder[Symbol.asyncDispose]();
    };
    return new TestServer({
      url: running.siteAddress,
      setupLink: running.setupLink,
      project,
      log,
      stop,
    });
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

  write(path: string, content: string): Promise<void> {
    return writeFiles(this.project, { [path]: content });
  }

  read(path: string): Promise<string> {
    return readFile(join(this.project, path), 'utf8');
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#stop();
  }
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body; throws when it is no JSON. */
  json<T = Record<string, unknown>>(): T;
}

/** A browser as far as the API can tell: it keeps its cookie and sends its CSRF token. */
export class Client {
  readonly #url: string;
  cookie: string | undefined;
  csrfToken: string | undefined;

  constructor(url: string) {
    this.#url = url;
  }

  async signIn(credentials: { username: string; password: string }): Promise<Answer> {
    const answer = await this.post('/__admin/api/login', credentials);
    this.csrfToken = answer.json<{ csrf_token: string }>().csrf_token;
    return answer;
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send(path, { headers });
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
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: () => JSON.parse(text) as never,
    };
  }
}

export async function writeFiles(
  folder: string,
  files: Readonly<Record<string, string>>,
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
