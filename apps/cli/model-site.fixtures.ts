import { readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { vi } from 'vitest';
import {
  disabledUser,
  ownRoles,
  people,
  type Answered,
  type Newsroom,
  type TestDatabase,
  type Where,
} from '@galley/testing';
import {
  admin,
  adminVariables,
  Client,
  openTestDatabase,
  Site,
  type Answer,
  type GalleyProcess,
} from './fixtures.ts';

const api = '/__admin/api';
const password = 'another long passphrase';
const patience = { timeout: 60_000, interval: 20 };

const everywhere = ['invalid_request', 'forbidden', 'payload_too_large', 'unavailable'];

export class ModelSite implements Newsroom, AsyncDisposable {
  readonly #site: Site;
  readonly #database: TestDatabase & AsyncDisposable;
  readonly #servers: GalleyProcess[] = [];
  readonly #all: GalleyProcess[] = [];
  readonly #sessions = new Map<string, Client>();
  readonly #problems = new Map<string, readonly string[]>();
  #settings = 0;

  private constructor(site: Site, database: TestDatabase & AsyncDisposable) {
    this.#site = site;
    this.#database = database;
  }

  static async open(): Promise<ModelSite> {
    const files = { 'galley.yaml': '', 'content/config/site.yaml': siteSettings(false, 0) };
    const newsroom = new ModelSite(await Site.create(files), await openTestDatabase());
    newsroom.#servers.push(newsroom.#start(), newsroom.#start());
    await newsroom.#signEverybodyIn();
    return newsroom;
  }

  async ask({ server, who }: Where, path: string, body?: object): Promise<Answered> {
    const client = this.#sessions.get(who.username)!.at(await this.#servers[server]!.ready());
    const answer = await (body ? client.post(api + path, body) : client.get(api + path));
    return answered(answer);
  }

  async visit(server: number, path: string): Promise<Answered> {
    return answered(await new Client(await this.#servers[server]!.ready()).get(path));
  }

  problemsOf(path: string): readonly string[] {
    // A bulk operation refuses each item as the operation for one item does.
    return [...everywhere, ...(this.#problems.get(path.replace('/bulk/', '/')) ?? [])];
  }

  read(path: string): Promise<string | null> {
    return readFile(this.#file(path), 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
  }

  async write(path: string, text: string | null): Promise<void> {
    if (text === null) {
      await rm(this.#file(path));
      return this.#untilRemoved(path);
    }
    await this.#site.write(`content/${path}~`, text);
    await rename(this.#file(`${path}~`), this.#file(path));
  }

  async move(from: string, to: string): Promise<void> {
    await rename(this.#file(from), this.#file(to));
  }

  /** A server shows settings written later only once it has scanned the tree and accepted its current state. */
  async requireApproval(isRequired: boolean): Promise<void> {
    for (let count = 0; count < 2; count += 1) {
      this.#settings += 1;
      const text = siteSettings(isRequired, this.#settings);
      await this.write('config/site.yaml', text);
      for (const server of this.#servers.keys()) await this.#shows(server, this.#settings);
    }
  }

  async restart(server: number, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    await Promise.all(this.#servers.map((each) => each.ready()));
    await this.#servers[server]!.kill(signal);
    this.#servers[server] = this.#start();
  }

  async killAfter(server: number, milliseconds: number): Promise<void> {
    await Promise.all(this.#servers.map((each) => each.ready()));
    await delay(milliseconds);
    await this.restart(server, 'SIGKILL');
  }

  complaints(): string[] {
    return this.#all
      .flatMap((server) => server.log)
      .filter(({ level }) => level === 'error')
      .map((entry) => JSON.stringify(entry));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#site[Symbol.asyncDispose]();
    await this.#database.close();
  }

  #start(): GalleyProcess {
    const server = this.#site.serve({ ...adminVariables, DATABASE_URL: this.#database.url });
    this.#all.push(server);
    return server;
  }

  async #signEverybodyIn(): Promise<void> {
    const [address] = await Promise.all(this.#servers.map((server) => server.ready()));
    const ada = await Client.signedIn(address!);
    this.#sessions.set(admin.username, ada);
    for (const [name, capabilities] of Object.entries(ownRoles))
      await requireSuccess(ada.post(`${api}/roles/save`, { name, capabilities }));
    for (const { username, role } of people.slice(1)) {
      await requireSuccess(ada.post(`${api}/users/save`, { ...account(username), role, password }));
      this.#sessions.set(username, await Client.signedIn(address!, { username, password }));
    }
    const gone = { ...account(disabledUser), role: 'editor', enabled: false };
    await requireSuccess(ada.post(`${api}/users/save`, gone));
    await this.#learnProblems(ada);
  }

  async #learnProblems(ada: Client): Promise<void> {
    const described = await ada.get<Description>(`${api}/openapi.json`);
    for (const [path, methods] of Object.entries(described.json().paths)) {
      const said = Object.values(methods).map(({ responses }) => responses.default?.description);
      const codes = [...said.join().matchAll(/`(\w+)`/g)].map(([, code]) => code!);
      this.#problems.set(path.slice(api.length), codes);
    }
  }

  /** Requests do not record a removal: the watcher does. */
  async #untilRemoved(path: string): Promise<void> {
    const living = this.#database.db
      .selectFrom('documents')
      .select('id')
      .where('path', '=', path)
      .where('deleted_at', 'is', null);
    await vi.waitUntil(async () => (await living.executeTakeFirst()) === undefined, patience);
  }

  async #shows(server: number, settings: number): Promise<void> {
    await vi.waitUntil(async () => {
      const { text } = await this.visit(server, '/__platform/api/site');
      return text.includes(descriptionOf(settings));
    }, patience);
  }

  #file(path: string): string {
    return join(this.#site.directory, 'content', path);
  }
}

interface Refusal {
  readonly code?: string;
  readonly results?: readonly { readonly problem: { readonly code: string } | null }[];
}

interface Description {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { responses: { default?: { description: string } } }>>>
  >;
}

function descriptionOf(settings: number): string {
  return `Settings ${settings}.`;
}

function siteSettings(isRequired: boolean, settings: number): string {
  return `description: ${descriptionOf(settings)}\neditorial:\n  require_approval: ${isRequired}\n`;
}

function account(username: string) {
  return { username, name: username, email: '' };
}

function answered({ status, text }: Answer<unknown>): Answered {
  // A bulk request, here always for one item, answers 200 even when that item is refused.
  const isDone = status === 200 && !/^\{"results":.*"ok":false/.test(text);
  const code = isDone ? undefined : codeOf(text);
  return { status, text, code };
}

/** The code of the problem itself, not of its field errors. */
function codeOf(text: string): string {
  const { code, results } = JSON.parse(text) as Refusal;
  return code ?? results?.[0]?.problem?.code ?? 'no code';
}

async function requireSuccess(asked: Promise<Answer<unknown>>): Promise<void> {
  const { status, text } = await asked;
  if (status !== 200) throw new Error(`${status} ${text}`);
}
