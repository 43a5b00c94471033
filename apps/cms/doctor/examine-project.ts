import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PeopleReadModel } from '@galley/auth';
import type { Database } from '@galley/database';
import { DomainError, systemClock } from '@galley/kernel';
import { loadConfig, loadSiteSettings, type Config, type SiteSettings } from '@galley/settings';
import type { ProjectOptions } from '../administer-users.ts';
import { CleanUp, clusterDirectory, connectUnchanged, requireProject } from '@galley/service';
import { failed, ok, warning, type Check, type DiagnosedFinding, type Diagnosis } from './check.ts';
import { historyChecks, scheduleCheck, treeChecks, type Examined } from './content-checks.ts';
import { databaseChecks } from './database-checks.ts';
import { diskCheck, secretsCheck, storageChecks } from './folder-checks.ts';
import { peopleChecks } from './people-checks.ts';

export interface ExamineProjectOptions extends ProjectOptions {
  /** Also works out again everything that is retained (GAP-DOC-12). */
  readonly verifyHistory: boolean;
  /** Told how many documents’ histories are done, of how many. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

/**
 * Looks at a project before it is put to work, or at work (CMS-CLI-3); a server may run meanwhile, and none has to. It
 * changes no document, no setting and no row. What is wrong is in the answer; `not_a_project` alone is thrown.
 */
export async function examineProject(options: ExamineProjectOptions): Promise<Diagnosis> {
  requireProject(options.projectDirectory);
  const cleanUp = new CleanUp(options.logger);
  try {
    const examination = new Examination(options, cleanUp);
    await examination.run();
    return examination.diagnosis();
  } finally {
    await cleanUp.run();
  }
}

class Examination {
  readonly #options: ExamineProjectOptions;
  readonly #cleanUp: CleanUp;
  readonly #checks: Check[] = [];
  readonly #findings: DiagnosedFinding[] = [];

  constructor(options: ExamineProjectOptions, cleanUp: CleanUp) {
    this.#options = options;
    this.#cleanUp = cleanUp;
  }

  diagnosis(): Diagnosis {
    const ok =
      this.#checks.every(({ status }) => status !== 'error') &&
      this.#findings.every(({ severity }) => severity !== 'error');
    return { ok, checks: this.#checks, findings: this.#findings };
  }

  async run(): Promise<void> {
    const { projectDirectory } = this.#options;
    const config = await this.#configuration();
    if (!config) return;
    const settings = await this.#siteSettings(config);
    for await (const check of storageChecks(config.storage)) this.#checks.push(check);
    this.#checks.push(
      await diskCheck(projectDirectory, config.storage),
      await secretsCheck(config.storage.dataDirectory),
    );
    const db = await this.#database(config);
    this.#checks.push(...peopleChecks(config, db && (await new PeopleReadModel(db).count())));
    if (db) this.#checks.push(await scheduleCheck(db, systemClock));
    if (settings) this.#add(await treeChecks({ config, settings, db }));
    if (this.#options.verifyHistory) await this.#history(db, settings);
  }

  #add({ checks, findings }: Examined): void {
    this.#checks.push(...checks);
    this.#findings.push(...findings);
  }

  async #configuration(): Promise<Config | undefined> {
    const { overlays } = this.#options;
    try {
      const origin = { ...this.#options, overlays: [...overlays], overrides: {} };
      const config = await loadConfig(origin);
      this.#checks.push(ok('configuration', 'The configuration can be read.'));
      return config;
    } catch (error) {
      this.#checks.push(failed('configuration', messageFor(error)));
      return undefined;
    }
  }

  async #siteSettings({ storage }: Config): Promise<SiteSettings | undefined> {
    try {
      const settings = await loadSiteSettings(storage.contentDirectory);
      this.#checks.push(ok('site_settings', 'The settings of the site can be read.'));
      return settings;
    } catch (error) {
      this.#checks.push(failed('site_settings', messageFor(error)));
      return undefined;
    }
  }

  /** The database, as far as this program can read its rows. */
  async #database(config: Config): Promise<Database | undefined> {
    const { database, storage } = config;
    const cluster = clusterDirectory(storage.dataDirectory);
    if (database.url === undefined && !existsSync(join(cluster, 'PG_VERSION'))) {
      const message = 'There is no database yet; what depends on it was not looked at.';
      this.#checks.push(warning('database', message, `The next start makes it, in ${cluster}.`));
      return undefined;
    }
    try {
      const { logger } = this.#options;
      const atEnd = this.#cleanUp.add.bind(this.#cleanUp);
      const { db } = await connectUnchanged({ config, logger, atEnd });
      const { checks, isCurrent } = await databaseChecks(db, database);
      this.#checks.push(ok('database', 'The database answers.'), ...checks);
      return isCurrent ? db : undefined;
    } catch (error) {
      const advice = 'What depends on it was not looked at.';
      this.#checks.push(failed('database', messageFor(error), advice));
      return undefined;
    }
  }

  async #history(db: Database | undefined, settings: SiteSettings | undefined): Promise<void> {
    if (db && settings) {
      const { onProgress } = this.#options;
      this.#add(await historyChecks({ db, settings, onProgress }));
      return;
    }
    const why = db ? 'the settings of the site cannot be read' : 'the database cannot be looked at';
    this.#checks.push(failed('history', `The history was not verified: ${why}; see above.`));
  }
}

/** What a refusal of ours, or of the system, says; anything else is a defect, and not the project's. */
function messageFor(error: unknown): string {
  const isOfDatabase = error instanceof Error && 'severity' in error && 'code' in error;
  if (error instanceof DomainError || isOfDatabase) return error.message;
  if (error instanceof Error && 'syscall' in error) return error.message;
  throw error;
}
