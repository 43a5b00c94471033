import type { TestDatabase } from '@galley/testing';
import { adminVariables, openTestDatabase, Site, type GalleyProcess } from '../fixtures.ts';
import type { Enforcement, Scope } from './facts.fixtures.ts';
import { noteChanges } from './notes.fixtures.ts';
import { Person } from './people.fixtures.ts';

export interface CoordinationSettings {
  readonly enforcement: Enforcement;
  readonly scope: Scope;
  /** Default: 1. */
  readonly maxParallelTurns?: number;
}

export const leaseMs = 1_000;
export const workspaces = ['default', 'press', 'paper'];

export class Coordinated implements AsyncDisposable {
  readonly settings: CoordinationSettings;
  readonly database: TestDatabase;
  readonly person: Person;
  readonly contentServer: string;
  readonly #site: Site;
  #started = 0;

  private constructor(
    {
      settings,
      database,
      site,
    }: { settings: CoordinationSettings; database: TestDatabase; site: Site },
    { person, contentServer }: { person: Person; contentServer: string },
  ) {
    this.settings = settings;
    this.database = database;
    this.person = person;
    this.contentServer = contentServer;
    this.#site = site;
  }

  static async open(settings: CoordinationSettings): Promise<Coordinated> {
    const database = await openTestDatabase();
    const site = await Site.create({ 'galley.yaml': yaml(settings) });
    const url = named(database.url, 'content');
    const contentServer = await site.serve({ ...adminVariables, DATABASE_URL: url }).ready();
    await noteChanges(database.url);
    await database.db
      .insertInto('workspaces')
      .values(workspaces.map((id) => ({ id, display_name: id, created_at: new Date() })))
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
    const person = await Person.at(contentServer);
    return new Coordinated({ settings, database, site }, { person, contentServer });
  }

  get directory(): string {
    return this.#site.directory;
  }

  /** Runs `galley start`; its changes are recorded under the name `coordinator-<n>`. */
  coordinate(): GalleyProcess {
    this.#started += 1;
    const url = named(this.database.url, `coordinator-${this.#started}`);
    return this.#site.coordinate({ DATABASE_URL: url });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#site[Symbol.asyncDispose]();
    await this.database.close();
  }
}

function yaml({ enforcement, scope, maxParallelTurns = 1 }: CoordinationSettings): string {
  return `coordinator:
  enforcement: ${enforcement}
  scope: ${scope}
  interval: 50ms
  max_parallel_turns: ${maxParallelTurns}
  lease: ${leaseMs}ms
  turn_lease: 1s
  drain_deadline: 1s
  agents: { implementers: { count: 3, adapter: generic } }
limits: { session_requests_per_minute: 0 }
`;
}

function named(url: string, name: string): string {
  const address = new URL(url);
  address.searchParams.set('application_name', name);
  return address.href;
}
