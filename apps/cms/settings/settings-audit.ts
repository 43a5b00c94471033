import {
  findRestoredSettings,
  forgetRestoredSettings,
  ProjectFactsRepository,
} from '@galley/content';
import { withLockInTree, type Database } from '@galley/database';
import {
  externalAuthor,
  valueChanges,
  type AuditLog,
  type Logger,
  type ValueChanges,
} from '@galley/kernel';
import {
  isObject,
  readSettingsFiles,
  settingsFingerprint,
  type SettingsFileState,
} from '@galley/settings';

interface SettingsAuditOptions {
  readonly db: Database;
  readonly contentDirectory: string;
  readonly audit: AuditLog;
  readonly logger: Logger;
}

type Values = Readonly<Record<string, unknown>>;

interface RecordedSettings {
  readonly fingerprint: string;
  /** By file name. */
  readonly values: Values;
}

const fact = 'audited_settings';

/** Records edits on disk, even while no server ran, and restored backups. Callers of `edit` audit their own. */
export class SettingsAudit {
  readonly #options: SettingsAuditOptions;
  /** Fingerprint of the files at the last check, so that an unchanged file costs no lock. */
  #seen = '';

  constructor(options: SettingsAuditOptions) {
    this.#options = options;
  }

  /** Must be called before changed files take effect. */
  async record(): Promise<void> {
    if ((await this.#fingerprint()) === this.#seen) return;
    await this.#locked((connection) => this.#recordOnDisk(connection));
  }

  /** Locks the files for the duration of `work`. */
  readonly edit = <T>(work: () => Promise<T>): Promise<T> =>
    this.#locked(async (connection) => {
      await this.#recordOnDisk(connection);
      const result = await work();
      await this.#recordSnapshot(connection, await this.#readSnapshot());
      return result;
    });

  #locked<T>(work: (connection: Database) => Promise<T>): Promise<T> {
    return withLockInTree(this.#options.db, 'the settings of the site', work);
  }

  #fingerprint(): Promise<string> {
    return settingsFingerprint(this.#options.contentDirectory);
  }

  async #readSnapshot(): Promise<SettingsSnapshot> {
    // Read first, so that a file changed in between is checked again.
    const fingerprint = await this.#fingerprint();
    return { fingerprint, files: await readSettingsFiles(this.#options.contentDirectory) };
  }

  async #recordOnDisk(connection: Database): Promise<void> {
    const known = await findKnown(connection);
    const fingerprint = await this.#fingerprint();
    if (known?.fingerprint === fingerprint) {
      this.#seen = fingerprint;
      return;
    }
    const look = await this.#readSnapshot();
    const restored = await findRestoredSettings(connection);
    for (const file of look.files) {
      const changes = known ? changesOf(known.values[file.name], file) : {};
      if (Object.keys(changes).length === 0) continue;
      const isRestored = restored?.sums[file.name] === file.sha256;
      await this.#recordChanges(file, changes, isRestored ? restored.by : undefined);
    }
    await this.#recordSnapshot(connection, look);
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
      actor: restoredBy ?? externalAuthor,
      target: name,
      outcome: 'success',
      address: '',
      requestId: '',
      details: { cause, settings, changes },
    });
    const isEditorial = settings.some((setting) => setting.startsWith('editorial.'));
    if (isEditorial && cause === 'disk')
      logger.warn('editorial settings changed on disk', { settings });
  }

  async #recordSnapshot(
    connection: Database,
    { fingerprint, files }: SettingsSnapshot,
  ): Promise<void> {
    // A file that is currently invalid keeps its last known values.
    const before = await findKnown(connection);
    const now = Object.fromEntries(files.map((file) => [file.name, file.values]));
    const known: RecordedSettings = { fingerprint, values: { ...before?.values, ...now } };
    await new ProjectFactsRepository(connection).set(fact, known);
    await forgetRestoredSettings(connection);
    this.#seen = fingerprint;
  }
}

interface SettingsSnapshot {
  readonly fingerprint: string;
  readonly files: readonly SettingsFileState[];
}

async function findKnown(db: Database): Promise<RecordedSettings | undefined> {
  return (await new ProjectFactsRepository(db).find(fact)) as RecordedSettings | undefined;
}

/** Compares only settings known to both versions of Galley. */
function changesOf(known: unknown, { values, hasDefaults }: SettingsFileState): ValueChanges {
  if (!isObject(known)) return {};
  const before: Values = known;
  if (!hasDefaults) return valueChanges(before, values);
  const names = Object.keys(values).filter((name) => Object.hasOwn(before, name));
  const pick = (all: Values) => Object.fromEntries(names.map((name) => [name, all[name] ?? null]));
  return valueChanges(pick(before), pick(values));
}
