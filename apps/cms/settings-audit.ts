import {
  externalAuthor,
  findRestoredSettings,
  forgetRestoredSettings,
  ProjectFactsRepository,
} from '@galley/content';
import { withLockInTree, type Database } from '@galley/database';
import {
  sha256,
  valueChanges,
  type AuditLog,
  type Logger,
  type ValueChanges,
} from '@galley/kernel';
import { isObject, readSettingsFiles, type SettingsFileState } from '@galley/settings';

interface SettingsAuditOptions {
  readonly db: Database;
  readonly contentDirectory: string;
  readonly audit: AuditLog;
  readonly logger: Logger;
}

type Known = Readonly<Record<string, unknown>>;

/** Values by file, as the audit log last knew them. */
const fact = 'audited_settings';

/**
 * Has the audit log name every change of the files of settings: edits made on disk, also while no server ran, and what
 * a restored backup brought. Edits by Galley itself go through `edit`, and their callers audit them.
 */
export class SettingsAudit {
  readonly #options: SettingsAuditOptions;
  /** Of the files as this process saw them last, so that looking again costs no lock. */
  #seen = '';

  constructor(options: SettingsAuditOptions) {
    this.#options = options;
  }

  /** To be called before changed files take effect. */
  async record(): Promise<void> {
    if (fingerprint(await this.#read()) === this.#seen) return;
    await this.#locked((connection) => this.#recordOnDisk(connection));
  }

  /** Keeps everybody else from editing the files while `work` does so. */
  readonly edit = <T>(work: () => Promise<T>): Promise<T> =>
    this.#locked(async (connection) => {
      await this.#recordOnDisk(connection);
      const result = await work();
      await this.#know(connection, await this.#read());
      return result;
    });

  #locked<T>(work: (connection: Database) => Promise<T>): Promise<T> {
    return withLockInTree(this.#options.db, 'the settings of the site', work);
  }

  #read(): Promise<SettingsFileState[]> {
    return readSettingsFiles(this.#options.contentDirectory);
  }

  async #recordOnDisk(connection: Database): Promise<void> {
    const known = await new ProjectFactsRepository(connection).find(fact);
    const restored = await findRestoredSettings(connection);
    const files = await this.#read();
    for (const file of files) {
      const changes = isObject(known) ? changesOf(known[file.name], file) : {};
      if (Object.keys(changes).length === 0) continue;
      const isRestored = restored?.sums[file.name] === file.sha256;
      await this.#recordChanges(file, changes, isRestored ? restored.by : undefined);
    }
    await this.#know(connection, files);
  }

  async #recordChanges(
    { name }: SettingsFileState,
    changes: ValueChanges,
    restoredBy: string | undefined,
  ): Promise<void> {
    const { audit, logger } = this.#options;
    const cause = restoredBy === undefined ? 'disk' : 'backup';
    const settings = Object.keys(changes);
    await audit.record({
      action: name === 'config/custom-fields.yaml' ? 'custom_fields.save' : 'settings.save',
      ...{ actor: restoredBy ?? externalAuthor, target: name, outcome: 'success' },
      ...{ address: '', requestId: '', details: { cause, settings, changes } },
    });
    const isEditorial = settings.some((setting) => setting.startsWith('editorial.'));
    if (isEditorial && cause === 'disk')
      logger.warn('editorial settings were changed on disk', { settings });
  }

  async #know(connection: Database, files: readonly SettingsFileState[]): Promise<void> {
    const facts = new ProjectFactsRepository(connection);
    const known = await facts.find(fact);
    // A file that is not valid at the moment is compared with what it said before that.
    const values = Object.fromEntries(files.map((file) => [file.name, file.values]));
    await facts.set(fact, { ...(isObject(known) ? known : {}), ...values });
    await forgetRestoredSettings(connection);
    this.#seen = fingerprint(files);
  }
}

function fingerprint(files: readonly SettingsFileState[]): string {
  return sha256(JSON.stringify(files.map((file) => [file.name, file.sha256])));
}

/** Another version of Galley knows other settings: only those count that both know. */
function changesOf(known: unknown, { values, hasDefaults }: SettingsFileState): ValueChanges {
  if (!isObject(known)) return {};
  const before: Known = known;
  if (!hasDefaults) return valueChanges(before, values);
  const names = Object.keys(values).filter((name) => Object.hasOwn(before, name));
  const pick = (all: Known) => Object.fromEntries(names.map((name) => [name, all[name] ?? null]));
  return valueChanges(pick(before), pick(values));
}
