import { rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { DomainError, isMissing, type Logger } from '@galley/kernel';
import { isArchiveName } from './archive/archive-name.ts';
import { readArchiveInfo } from './archive/verify-archive.ts';
import type { Backup } from './backup.ts';
import { filesIn } from './files-in.ts';
import { backupProblems } from './problems.ts';

interface CachedBackup {
  readonly stamp: string;
  readonly backup: Backup | undefined;
}

/** No table lists the archives, because people may add or remove some. */
export class BackupFolder {
  readonly directory: string;
  readonly #logger: Logger;
  readonly #cache = new Map<string, CachedBackup>();

  constructor(directory: string, logger: Logger) {
    this.directory = directory;
    this.#logger = logger;
  }

  path(id: string): string {
    return join(this.directory, id);
  }

  /** Newest first, without files that are not backups. */
  async list(): Promise<Backup[]> {
    const names = (await filesIn(this.directory, isArchiveName)).map((path) => basename(path));
    for (const id of this.#cache.keys()) if (!names.includes(id)) this.#cache.delete(id);
    const found: Backup[] = [];
    for (const name of names) {
      const backup = await this.find(name);
      if (backup) found.push(backup);
    }
    return found.sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
  }

  async find(id: string): Promise<Backup | undefined> {
    if (!isArchiveName(id)) return undefined;
    const stamp = await stampOf(this.path(id));
    if (stamp === undefined) return undefined;
    const cached = this.#cache.get(id);
    if (cached?.stamp === stamp) return cached.backup;
    const backup = await this.#read(id);
    this.#cache.set(id, { stamp, backup });
    return backup;
  }

  /** @throws `not_found` */
  async get(id: string): Promise<Backup> {
    const backup = await this.find(id);
    if (backup) return backup;
    throw backupProblems.not_found(
      `Backup ${JSON.stringify(id)} does not exist. It may have been deleted manually or by retention.`,
    );
  }

  /** Identifies the archive's bytes. @throws `not_found` */
  async etag(id: string): Promise<string> {
    await this.get(id);
    return `"${this.#cache.get(id)!.stamp}"`;
  }

  async remove(id: string): Promise<void> {
    await rm(this.path(id), { force: true });
    this.#cache.delete(id);
  }

  async #read(id: string): Promise<Backup | undefined> {
    try {
      return { id, ...(await readArchiveInfo(this.path(id))) };
    } catch (error) {
      const reason = error instanceof DomainError ? error.message : String(error);
      this.#logger.warn('ignoring a file in the backup folder that is not a backup', {
        file: id,
        reason,
      });
      return undefined;
    }
  }
}

/** Paths of unfinished archives. */
export function listParts(directory: string): Promise<string[]> {
  return filesIn(directory, (name) => /\.zip(?:\.age)?\.part$/.test(name));
}

/** `undefined` for a missing file. */
async function stampOf(path: string): Promise<string | undefined> {
  try {
    const { size, mtimeMs, ino } = await stat(path);
    return [size, mtimeMs, ino].map((one) => Math.round(one).toString(36)).join('-');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
