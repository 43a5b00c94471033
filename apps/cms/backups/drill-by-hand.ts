import { existsSync } from 'node:fs';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  BackupFolder,
  backupProblems,
  compareTables,
  restoreDatabase,
  TableLinesReadModel,
  unpackAndCompare,
  verifyArchive,
  withPlainArchive,
  type ComparedTables,
  type ReadIdentity,
} from '@galley/backup';
import { TreeIdentityRepository } from '@galley/database';
import { DomainError, type Logger } from '@galley/kernel';
import { ShutdownStack, connectDatabase, requireProject, withDatabaseOwner } from '@galley/service';
import { loadConfig, type Config, type ConfigInput } from '@galley/settings';
import type { ProjectOptions } from '../people/administer-users.ts';
import { serve } from '../serve.ts';

export interface BackupDrill {
  readonly ok: boolean;
  readonly file: string;
  readonly name: string | null;
  readonly created_at: string | null;
  readonly type: string | null;
  readonly files: { readonly compared: number; readonly different: readonly string[] } | null;
  readonly tables: PresentedTables | null;
  /** Answer of a server on the restored project. */
  readonly server: { readonly status: number; readonly documents: number } | null;
  readonly problems: readonly string[];
  readonly duration_ms: number;
}

type PresentedTables = Pick<ComparedTables, 'compared' | 'tables' | 'rows'> & {
  readonly different: readonly {
    readonly table: string;
    readonly rows_in_backup: number;
    readonly rows: number;
  }[];
};

export interface DrillOptions {
  /** Path of a backup; the newest of the project by default. */
  readonly file?: string | undefined;
  /** For an encrypted backup. */
  readonly readIdentity: ReadIdentity;
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, total: number) => void;
}

type Findings = { -readonly [Key in keyof BackupDrill]: BackupDrill[Key] } & {
  problems: string[];
};

/**
 * Restores a backup into a temporary project with its own database, and opens it. Of the project itself, only the
 * configuration, the backup and the themes are read. @throws `not_found` without a backup
 */
export async function drillBackup(
  project: ProjectOptions,
  { file, readIdentity, signal, onProgress }: DrillOptions,
): Promise<BackupDrill> {
  requireProject(project.projectDirectory);
  const config = await loadConfig({ ...project, overlays: [...project.overlays], overrides: {} });
  const path = file ?? (await newestIn(config.backup.directory, project.logger));
  const began = performance.now();
  const found: Findings = {
    ok: false,
    file: path,
    name: null,
    created_at: null,
    type: null,
    files: null,
    tables: null,
    server: null,
    problems: [],
    duration_ms: 0,
  };
  const directory = await mkdtemp(join(tmpdir(), 'galley-drill-'));
  try {
    const scratch = await Scratch.create({ directory, config, logger: project.logger });
    await withPlainArchive(path, { readIdentity, directory, signal }, async (zip) => {
      const { manifest } = await verifyArchive(zip, { signal, onProgress });
      found.name = manifest.name;
      found.created_at = manifest.createdAt.toISOString();
      found.type = manifest.type;
      signal.throwIfAborted();
      const { files, different } = await unpackAndCompare(zip, scratch.contentDirectory);
      found.files = { compared: files, different };
      signal.throwIfAborted();
      if (manifest.type === 'content+database') found.tables = await scratch.restoreTables(zip);
    });
    signal.throwIfAborted();
    found.server = await scratch.open(signal);
    found.problems.push(...differences(found));
  } catch (error) {
    if (signal.aborted || !(error instanceof DomainError)) throw error;
    found.problems.push(error.message);
  } finally {
    await rm(directory, { recursive: true, force: true, maxRetries: 5 });
  }
  const duration_ms = Math.round(performance.now() - began);
  return { ...found, ok: found.problems.length === 0, duration_ms };
}

async function newestIn(directory: string, logger: Logger): Promise<string> {
  const folder = new BackupFolder(directory, logger);
  const [newest] = await folder.list();
  if (newest) return folder.path(newest.id);
  throw backupProblems.not_found(
    `There is no backup in ${directory} (backup.directory). Create one with galley backup create --database, or name a file.`,
  );
}

function differences({ files, tables, server }: BackupDrill): string[] {
  const problems: string[] = [];
  if (files && files.different.length > 0)
    problems.push(`${files.different.length} restored files differ from the backup.`);
  if (tables && tables.different.length > 0)
    problems.push(`${tables.different.length} restored tables differ from the backup.`);
  if (server && server.status >= 400)
    problems.push(`The front page of the restored site answers ${server.status}.`);
  return problems;
}

interface ScratchOptions {
  readonly directory: string;
  readonly config: Config;
  readonly logger: Logger;
}

/** Has no settings of the project besides its themes, so that nothing is sent to other systems. */
class Scratch {
  readonly contentDirectory: string;
  readonly #options: ScratchOptions;
  readonly #config: Config;
  readonly #overrides: ConfigInput;

  private constructor(options: ScratchOptions, config: Config, overrides: ConfigInput) {
    this.#options = options;
    this.#config = config;
    this.#overrides = overrides;
    this.contentDirectory = config.storage.contentDirectory;
  }

  static async create(options: ScratchOptions): Promise<Scratch> {
    const { directory: projectDirectory, config } = options;
    await writeFile(join(projectDirectory, 'galley.yaml'), '');
    const overrides: ConfigInput = {
      server: { host: '127.0.0.1', port: 0, shutdown_delay: '0s' },
      content: { watch: 'off' },
      build: { on_publish: false },
    };
    // A copy, because a server may write to the folder.
    const { themesDirectory } = config.storage;
    if (existsSync(themesDirectory))
      await cp(themesDirectory, join(projectDirectory, 'themes'), {
        recursive: true,
        dereference: true,
      });
    const given = { projectDirectory, overlays: [], environment: {}, overrides };
    return new Scratch(options, await loadConfig(given), overrides);
  }

  async restoreTables(path: string): Promise<PresentedTables> {
    return this.#connected(async (connection) => {
      await withDatabaseOwner(connection, (owner) =>
        restoreDatabase(owner, path, { force: false }),
      );
      const { address } = await connectDatabase(connection);
      const { different, ...compared } = await compareTables(
        path,
        new TableLinesReadModel(address),
      );
      return {
        ...compared,
        different: different.map(({ rowsInBackup, ...one }) => ({
          ...one,
          rows_in_backup: rowsInBackup,
        })),
      };
    });
  }

  async open(signal: AbortSignal): Promise<NonNullable<BackupDrill['server']>> {
    const { directory: projectDirectory, logger } = this.#options;
    const end = new AbortController();
    const server = await serve({
      projectDirectory,
      overlays: [],
      environment: {},
      overrides: this.#overrides,
      logger,
      signal: AbortSignal.any([signal, end.signal]),
    });
    try {
      const answer = await fetch(server.siteAddress, { redirect: 'manual', signal });
      await answer.body?.cancel();
      const documents = await this.#connected(async (connection) => {
        const { db } = await connectDatabase(connection);
        return (await new TreeIdentityRepository(db).documentPaths()).length;
      });
      return { status: answer.status, documents };
    } finally {
      end.abort();
      await server.stopped;
    }
  }

  async #connected<T>(
    work: (connection: Parameters<typeof connectDatabase>[0]) => Promise<T>,
  ): Promise<T> {
    const { logger } = this.#options;
    const cleanUp = new ShutdownStack(logger);
    try {
      return await work({ config: this.#config, logger, atEnd: cleanUp.add.bind(cleanUp) });
    } finally {
      await cleanUp.run();
    }
  }
}
