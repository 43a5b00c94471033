import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DomainError, isMissing, type Logger } from '@galley/kernel';
import { isArchiveName } from './archive/archive-name.ts';
import { readArchiveInfo } from './archive/verify-archive.ts';
import type { Backup } from './backup.ts';
import { backupProblems } from './problems.ts';

interface Known {
  readonly stamp: string;
  /** Undefined of what is no backup, or a broken one. */
  readonly backup: Backup | undefined;
}

/** The folder that archives are kept in. It alone says which there are: archives may be put there, or taken away. */
export class BackupFolder {
  readonly directory: string;
  readonly #logger: Logger;
  readonly #known = new Map<string, Known>();

  constructor(directory: string, logger: Logger) {
    this.directory = directory;
    this.#logger = logger;
  }

  path(id: string): string {
    return join(this.directory, id);
  }

  /** Newest first. What cannot be read as a backup is left out, and the log says why. */
  async list(): Promise<Backup[]> {
    const names = (await namesIn(this.directory)).filter(isArchiveName);
    for (const known of this.#known.keys()) if (!names.includes(known)) this.#known.delete(known);
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
    const known = this.#known.get(id);
    if (known?.stamp === stamp) return known.backup;
    const backup = await this.#read(id);
    this.#known.set(id, { stamp, backup });
    return backup;
  }

  /** Throws `not_found`. */
  async get(id: string): Promise<Backup> {
    const backup = await this.find(id);
    if (backup) return backup;
    throw backupProblems.not_found(
      `There is no backup ${JSON.stringify(id)}; it may have been deleted, by hand or by retention.`,
    );
  }

  /** Another one after any change of the file. Throws `not_found`. */
  async etag(id: string): Promise<string> {
    await this.get(id);
    return `"${this.#known.get(id)!.stamp}"`;
  }

  async remove(id: string): Promise<void> {
    await rm(this.path(id), { force: true });
    this.#known.delete(id);
  }

  /** Removes what backups left that were cut off; the caller knows that none is being made. */
  async removeUnfinished(): Promise<number> {
    const parts = (await namesIn(this.directory)).filter((name) => name.endsWith('.zip.part'));
    for (const part of parts) await rm(this.path(part), { force: true });
    return parts.length;
  }

  async #read(id: string): Promise<Backup | undefined> {
    try {
      const { size, ...summary } = await readArchiveInfo(this.path(id));
      return { id, ...summary, size };
    } catch (error) {
      const reason = error instanceof DomainError ? error.message : String(error);
      this.#logger.warn('a file in the backup folder is no backup', { file: id, reason });
      return undefined;
    }
  }
}

async function namesIn(directory: string): Promise<string[]> {
  try {
    return await readdir(directory);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** Another one after any change; undefined when there is no such file. */
async function stampOf(path: string): Promise<string | undefined> {
  try {
    const { size, mtimeMs, ino } = await stat(path);
    return [size, mtimeMs, ino].map((one) => Math.round(one).toString(36)).join('-');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
