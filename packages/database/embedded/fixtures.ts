import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { silentLogger, type LogAttributes, type Logger } from '@galley/kernel';
import { Client } from 'pg';
import { expect } from 'vitest';
import { attachEmbeddedServer, type EmbeddedServer } from './embedded-server.ts';
import type { EmbeddedConnection } from './keeper.ts';
import type { SystemUser } from './program.ts';
import { isAlive } from './system-process.ts';

/** Disposing ends all processes of the project. */
export class Project implements AsyncDisposable {
  readonly data: string;
  readonly #root: string;
  readonly #children: ChildProcess[] = [];
  readonly #servers: EmbeddedServer[] = [];
  readonly #postmasters = new Set<number>();
  #isMounted = false;

  private constructor(root: string, data: string) {
    this.#root = root;
    this.data = data;
  }

  static async create(subfolder = ''): Promise<Project> {
    const root = await mkdtemp(join(tmpdir(), 'galley-embedded-'));
    await chmod(root, 0o755);
    return new Project(root, join(root, subfolder));
  }

  get root(): string {
    return this.#root;
  }

  get dataDirectory(): string {
    return join(this.data, 'postgres');
  }

  get secretsDirectory(): string {
    return join(this.data, 'secrets');
  }

  async attach(options: { logger?: Logger; settings?: Record<string, string> } = {}) {
    const server = await attachEmbeddedServer({
      dataDirectory: this.dataDirectory,
      secretsDirectory: this.secretsDirectory,
      settings: { fsync: 'off', ...options.settings },
      logger: options.logger ?? silentLogger,
    });
    this.#servers.push(server);
    this.postmaster();
    return server;
  }

  spawn(user?: SystemUser): AttachedProcess {
    const script = join(import.meta.dirname, 'attach-fixture.ts');
    const child = spawn(process.execPath, [script, this.data], {
      ...user,
      cwd: '/',
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.#children.push(child);
    return new AttachedProcess(child);
  }

  postmaster(): number {
    const pid = Number.parseInt(readFileSync(join(this.dataDirectory, 'postmaster.pid'), 'utf8'));
    this.#postmasters.add(pid);
    return pid;
  }

  async killPostmaster(): Promise<void> {
    const pid = this.postmaster();
    process.kill(pid, 'SIGKILL');
    await gone(pid);
  }

  /** Needs root. */
  mountDisk(size: string): void {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'galley-test', this.data]);
    this.#isMounted = true;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const child of this.#children) child.kill('SIGKILL');
    await Promise.all(this.#servers.map((server) => server.detach()));
    try {
      this.postmaster();
    } catch {
      // No lock file, so no server.
    }
    for (const pid of this.#postmasters) {
      // Tests may write the id of an unrelated process into the lock file; kill only PostgreSQL.
      if (isAlive(pid) && isPostgres(pid)) process.kill(pid, 'SIGKILL');
    }
    if (this.#isMounted) execFileSync('umount', ['--lazy', this.data]);
    await rm(this.#root, { recursive: true, force: true, maxRetries: 20 });
  }
}

function isPostgres(pid: number): boolean {
  return (
    process.platform !== 'linux' || readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres'
  );
}

export interface AttachedEvent {
  readonly connection?: EmbeddedConnection;
  readonly code?: string;
  readonly message?: string;
}

export class AttachedProcess {
  readonly #child: ChildProcess;
  readonly #events: AsyncIterator<string>;
  readonly #exit: Promise<number | null>;

  constructor(child: ChildProcess) {
    this.#child = child;
    this.#events = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
    this.#exit = new Promise((resolve) => child.once('exit', (code) => resolve(code)));
  }

  async event(): Promise<AttachedEvent> {
    const { value } = (await this.#events.next()) as { value: string };
    return JSON.parse(value) as AttachedEvent;
  }

  async connection(): Promise<EmbeddedConnection> {
    const event = await this.event();
    expect(event).toHaveProperty('connection');
    return event.connection!;
  }

  async leave(): Promise<number | null> {
    this.#child.stdin?.end();
    return this.#exit;
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#exit;
  }
}

export async function query(connection: EmbeddedConnection, sql: string): Promise<unknown[][]> {
  const client = new Client({ ...connection, ssl: false });
  await client.connect();
  try {
    return (await client.query<unknown[]>({ text: sql, rowMode: 'array' })).rows;
  } finally {
    await client.end();
  }
}

export async function gone(pid: number): Promise<void> {
  await expect.poll(() => isAlive(pid), { timeout: 30_000, interval: 20 }).toBe(false);
}

export function recordingLogger(): Logger & { readonly lines: string[] } {
  const lines: string[] = [];
  const at = (level: string) => (message: string, attributes?: LogAttributes) => {
    lines.push(`${level} ${message} ${JSON.stringify(attributes)}`);
  };
  return { lines, debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}
