import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { openDatabase, type Database } from '@galley/database';
import { silentLogger, type Clock, type Logger } from '@galley/kernel';
import { RunControlService } from '@galley/runcoord';
import { loadConfig } from '@galley/settings';
import {
  createTestDatabase,
  ManualClock,
  temporaryDirectory,
  type TemporaryDirectory,
  type TestDatabase,
} from '@galley/testing';
import { ProjectRecipes } from './project-recipes.ts';
import { RecipeFirings, type RecipeFiringsOptions } from './recipe-firings.ts';
import { RecipeTriggers } from './recipe-triggers.ts';

export interface FiringParts {
  readonly db: Database;
  readonly directory: string;
  readonly clock: Clock;
  readonly logger?: Logger;
}

export async function recipesIn({ directory }: Pick<FiringParts, 'directory'>) {
  const config = await loadConfig({
    projectDirectory: directory,
    overlays: [],
    environment: {},
    overrides: {},
  });
  return new ProjectRecipes({ config, projectDirectory: directory });
}

export function controlIn({ db, clock, logger = silentLogger }: Omit<FiringParts, 'directory'>) {
  const auditIn = () => ({ record: () => Promise.resolve() });
  return new RunControlService({ db, clock, logger, enforcement: 'enforced', auditIn });
}

export async function firingsIn(
  parts: FiringParts,
  control: RecipeFiringsOptions['control'] = controlIn(parts),
): Promise<RecipeFirings> {
  const { db, clock, logger = silentLogger } = parts;
  return new RecipeFirings({ db, clock, logger, control, recipes: await recipesIn(parts) });
}

/** With the workspace `default`, and a coordinator that is asked to fire what is due. */
export class RecipeProject implements AsyncDisposable {
  readonly clock = new ManualClock('2026-01-05T05:00:00Z');
  readonly warnings: string[] = [];
  readonly #folder: TemporaryDirectory;
  readonly #database: TestDatabase;

  private constructor(folder: TemporaryDirectory, database: TestDatabase) {
    this.#folder = folder;
    this.#database = database;
  }

  static async open(recipes: Readonly<Record<string, string>> = {}): Promise<RecipeProject> {
    const project = new RecipeProject(await temporaryDirectory(), await createTestDatabase());
    await mkdir(join(project.directory, 'runs'));
    await writeFile(join(project.directory, 'galley.yaml'), '');
    for (const [name, text] of Object.entries(recipes)) await project.write(name, text);
    await controlIn(project).putWorkspace({ id: 'default', displayName: 'Default' });
    return project;
  }

  get db(): Database {
    return this.#database.db;
  }

  get address(): string {
    return this.#database.url;
  }

  get directory(): string {
    return this.#folder.path;
  }

  get logger(): Logger {
    return { ...silentLogger, warn: (message: string) => void this.warnings.push(message) };
  }

  write(name: string, text: string): Promise<void> {
    return writeFile(join(this.directory, 'runs', `${name}.yaml`), text);
  }

  async addDocument(path: string): Promise<void> {
    const file = join(this.directory, 'content', path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, 'Ink is black.\n');
  }

  async remove(name: string): Promise<void> {
    await rm(join(this.directory, 'runs', `${name}.yaml`));
  }

  /** As a coordinator that has just started. */
  async fire(): Promise<void> {
    await (await firingsIn(this)).fireDue();
  }

  /** With a pool of its own, as another process. */
  async otherCoordinator(): Promise<{ firings: RecipeFirings; close: () => Promise<void> }> {
    const pool = openDatabase({ address: this.address, poolSize: 3, logger: this.logger });
    const firings = await firingsIn({ ...this.parts, db: pool.db });
    return { firings, close: () => pool.close() };
  }

  get parts(): FiringParts {
    const { db, directory, clock, logger } = this;
    return { db, directory, clock, logger };
  }

  async triggers(): Promise<RecipeTriggers> {
    return new RecipeTriggers({ recipes: await recipesIn(this), clock: this.clock });
  }

  /** Moves the clock on, and fires what is due by then. */
  async firedAfter(milliseconds: number): Promise<string[]> {
    this.clock.advance(milliseconds);
    await this.fire();
    return this.outcomes();
  }

  /** Oldest first, such as `started 2026-01-05T06:00Z`. */
  async outcomes(): Promise<string[]> {
    const rows = await this.db
      .selectFrom('recipe_firings')
      .select(['outcome', 'due_at'])
      .orderBy('id')
      .execute();
    return rows.map(({ outcome, due_at: at }) => `${outcome} ${minuteOf(at)}`);
  }

  /** Oldest first. */
  async runs() {
    return this.db
      .selectFrom('runs')
      .innerJoin('run_recipes', 'run_id', 'id')
      .select(['id', 'goal', 'status', 'recipe', 'cause', 'parameters'])
      .orderBy('run_recipes.seq')
      .execute();
  }

  async endRuns(status = 'completed'): Promise<void> {
    await this.db.updateTable('runs').set({ status }).execute();
  }

  async requests(): Promise<string[]> {
    const rows = await this.db
      .selectFrom('recipe_requests')
      .select(['recipe', 'key'])
      .orderBy('recipe')
      .orderBy('key')
      .execute();
    return rows.map(({ recipe, key }) => `${recipe} ${key}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#database.close();
    await this.#folder[Symbol.asyncDispose]();
  }
}

export function minuteOf(at: Date): string {
  return at.toISOString().replace(/:\d\d\.\d+Z$/, 'Z');
}
