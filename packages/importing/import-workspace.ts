import { createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isMissing, newId, replaceFile } from '@galley/kernel';
import type { ImportJob } from './import-job.ts';
import type { ImportRow } from './import-rows.ts';

const incoming = 'incoming-';
/** Active uploads write continuously. */
const abandonedAfterMs = 60 * 60_000;

/**
 * Files of the one import of a site: its state, its source, and its table. Only the holder of the import's lock changes
 * them, except that anyone may upload a file or ask an import to stop.
 */
export class ImportWorkspace {
  readonly #directory: string;
  #rows: { readonly stamp: string; readonly rows: readonly ImportRow[] } | undefined;

  constructor(dataDirectory: string) {
    this.#directory = join(dataDirectory, 'import');
  }

  /** For unpacked files of the import `id`. */
  folder(id: string): string {
    return join(this.#directory, id);
  }

  async receive(source: Readable): Promise<string> {
    await mkdir(this.#directory, { recursive: true });
    const file = join(this.#directory, incoming + newId());
    try {
      await pipeline(source, createWriteStream(file, { flags: 'wx', flush: true }));
    } catch (error) {
      await rm(file, { force: true });
      throw error;
    }
    return file;
  }

  /** Replaces the import before. The upload moves to the new one. */
  async begin(job: ImportJob, upload?: string): Promise<void> {
    await this.clear();
    await mkdir(this.folder(job.id), { recursive: true });
    if (upload !== undefined) await rename(upload, this.sourceOf(job));
    await this.save(job);
  }

  sourceOf({ id, source }: Pick<ImportJob, 'id' | 'source'>): string {
    return join(this.folder(id), `source${extname(source).toLowerCase()}`);
  }

  async find(): Promise<ImportJob | undefined> {
    const text = await readIfThere(this.#stateFile);
    return text === undefined ? undefined : (JSON.parse(text) as ImportJob);
  }

  async save(job: ImportJob): Promise<void> {
    await replaceFile(this.#stateFile, JSON.stringify(job));
  }

  async saveRows(id: string, rows: readonly ImportRow[]): Promise<void> {
    await replaceFile(this.#rowsFile(id), JSON.stringify(rows));
  }

  /** Empty while an import reads its source. */
  async rows(id: string): Promise<readonly ImportRow[]> {
    const found = await stat(this.#rowsFile(id)).catch(undefinedIfMissing);
    if (!found) return [];
    const stamp = `${id} ${found.mtimeMs} ${found.size}`;
    if (this.#rows?.stamp !== stamp) {
      const text = (await readIfThere(this.#rowsFile(id))) ?? '[]';
      this.#rows = { stamp, rows: JSON.parse(text) as ImportRow[] };
    }
    return this.#rows.rows;
  }

  /** Seen by the process that works on the import. */
  async requestStop(id: string): Promise<void> {
    await writeFile(this.#stopFile(id), '').catch(undefinedIfMissing);
  }

  async isStopRequested(id: string): Promise<boolean> {
    return (await stat(this.#stopFile(id)).catch(undefinedIfMissing)) !== undefined;
  }

  /** Removes the state first: without it, the rest is a leftover. */
  async clear(): Promise<void> {
    await rm(this.#stateFile, { force: true });
    await this.removeLeftovers();
  }

  /** Files of other imports, of which a killed process may have left some. Keeps uploads. */
  async removeLeftovers(keptId?: string): Promise<number> {
    const names = await this.#names();
    const left = names.filter(
      (name) => name !== keptId && name !== stateName && !name.startsWith(incoming),
    );
    for (const name of left)
      await rm(join(this.#directory, name), { recursive: true, force: true });
    return left.length;
  }

  /** The table of a finished import stays. */
  async removeSource(id: string): Promise<void> {
    const names = await readdir(this.folder(id)).catch(() => []);
    for (const name of names)
      if (name !== rowsName)
        await rm(join(this.folder(id), name), { recursive: true, force: true });
  }

  async removeAbandonedUploads(now: Date): Promise<number> {
    let removed = 0;
    for (const name of await this.#names()) {
      if (!name.startsWith(incoming)) continue;
      const file = join(this.#directory, name);
      const found = await stat(file).catch(undefinedIfMissing);
      if (!found || now.getTime() - found.mtimeMs < abandonedAfterMs) continue;
      await rm(file, { force: true });
      removed += 1;
    }
    return removed;
  }

  #names(): Promise<string[]> {
    return readdir(this.#directory).catch((error: unknown) => undefinedIfMissing(error) ?? []);
  }

  get #stateFile(): string {
    return join(this.#directory, stateName);
  }

  #rowsFile(id: string): string {
    return join(this.folder(id), rowsName);
  }

  #stopFile(id: string): string {
    return join(this.folder(id), 'stop');
  }
}

const stateName = 'state.json';
const rowsName = 'rows.json';

function undefinedIfMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error;
}

async function readIfThere(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch(undefinedIfMissing);
}
