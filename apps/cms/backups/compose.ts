import {
  BackupsOnChange,
  BackupService,
  TableLinesReadModel,
  type GitRemote,
} from '@galley/backup';
import type { Environment } from '../environment.ts';

export type ComposedBackups = ReturnType<typeof composeBackups>;
export type BackupEnvironment = Pick<
  Environment,
  'config' | 'db' | 'databaseAddress' | 'clock' | 'logger'
>;

/** What makes, keeps and gives out backups. */
export function composeBackups(environment: BackupEnvironment) {
  const { config, db, clock, logger } = environment;
  const { onChange: isEnabled, debounce: debounceMs, interval: intervalMs } = config.backup;
  const backups = openBackups(environment);
  const whenChanged = new BackupsOnChange({
    db,
    backups,
    isEnabled,
    debounceMs,
    intervalMs,
    clock,
    logger,
  });
  return {
    backups,
    /** What is told of changes on the disk, and tells of them what makes backups. */
    noting:
      (onChange: (paths: readonly string[]) => Promise<void>) =>
      (paths: readonly string[]): Promise<void> => {
        // Without paths, something may have changed, and as a rule nothing has.
        if (paths.length > 0) whenChanged.changed();
        return onChange(paths);
      },
    /** What runs beside the requests; by name. */
    loops: { 'backups-on-change': whenChanged.loop },
    housekeeping: { 'old backups': () => backups.prune() },
  };
}

/** Where git snapshots are brought to, if anywhere. */
export function gitRemote({ backup }: BackupEnvironment['config']): GitRemote | undefined {
  const { pushUrl: url, username, token } = backup.git;
  return url === undefined ? undefined : { url, username, token };
}

/** The backups of a project, for a command as for a server. */
export function openBackups({
  config,
  db,
  databaseAddress,
  clock,
  logger,
}: BackupEnvironment): BackupService {
  const { directory, retention } = config.backup;
  const { contentDirectory } = config.storage;
  const tables = new TableLinesReadModel(databaseAddress);
  return new BackupService({
    db,
    contentDirectory,
    directory,
    retention,
    tables,
    clock,
    logger,
  });
}
