import { lstat, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing } from '@galley/kernel';
import { DataError } from './data-error.ts';
import { dataLimits, parseData, type DataFormat } from './parse-data.ts';

/** By file name without extension: `data` in templates. */
export type DataValues = Readonly<Record<string, unknown>>;

export interface DataFault {
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

export interface SiteData {
  readonly values: DataValues;
  /** Files with a fault keep their previous value. */
  readonly faults: readonly DataFault[];
  /** Faults of files that have no previous value either. */
  readonly missing: readonly DataFault[];
}

export const noData: SiteData = { values: {}, faults: [], missing: [] };

/** In the content: no folder of a content type, and not the project's `data/`, which is that of the database. */
export const dataFolder = 'config/data';

const maxFiles = 100;
const maxTotalBytes = 4 * 1024 * 1024;
const fileName = /^([a-z][a-z0-9_-]{0,63})\.(yaml|json|toml|csv)$/;

/** Empty without the folder. */
export async function readSiteData(
  contentDirectory: string,
  previous: DataValues,
): Promise<SiteData> {
  const folder = join(contentDirectory, dataFolder);
  const reader = new DataReader(folder, previous);
  for (const entry of await entriesOf(folder)) await reader.read(entry);
  const { values, faults, missing } = reader;
  return { values, faults, missing };
}

interface Entry {
  readonly name: string;
  isFile(): boolean;
}

async function entriesOf(folder: string): Promise<readonly Entry[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries
      .filter(({ name }) => !name.startsWith('.'))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

class DataReader {
  readonly values: Record<string, unknown> = {};
  readonly faults: DataFault[] = [];
  readonly missing: DataFault[] = [];
  readonly #folder: string;
  readonly #previous: DataValues;
  #files = 0;
  #bytes = 0;

  constructor(folder: string, previous: DataValues) {
    this.#folder = folder;
    this.#previous = previous;
  }

  async read(entry: Entry): Promise<void> {
    const [, name, format] = fileName.exec(entry.name) ?? [];
    try {
      if (name === undefined || !entry.isFile()) throw new DataError(notData(entry));
      if (Object.hasOwn(this.values, name)) {
        throw new DataError(`another file is data.${name} already; rename or remove one of them`);
      }
      const text = await this.#text(entry.name);
      this.values[name] = parseData(text, format as DataFormat);
    } catch (error) {
      // Deleted while the folder is read.
      if (isMissing(error)) return;
      if (!(error instanceof DataError)) throw error;
      const { line, message } = error;
      this.#add({ file: `${dataFolder}/${entry.name}`, line, message }, name);
    }
  }

  #add(fault: DataFault, name: string | undefined): void {
    this.faults.push(fault);
    if (name === undefined || Object.hasOwn(this.values, name)) return;
    if (Object.hasOwn(this.#previous, name)) this.values[name] = this.#previous[name];
    else this.missing.push(fault);
  }

  async #text(name: string): Promise<string> {
    const path = join(this.#folder, name);
    const { size } = await lstat(path);
    if (size > dataLimits.bytes) {
      throw new DataError(`has ${size} bytes; at most ${dataLimits.bytes} are allowed`);
    }
    this.#files += 1;
    this.#bytes += size;
    if (this.#files > maxFiles) throw new DataError(`at most ${maxFiles} data files are allowed`);
    if (this.#bytes > maxTotalBytes) {
      throw new DataError(`with this file, the data files have more than ${maxTotalBytes} bytes`);
    }
    const bytes = await readFile(path);
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    } catch {
      throw new DataError('is not UTF-8; save it with this encoding');
    }
  }
}

function notData(entry: Entry): string {
  if (!entry.isFile()) return 'folders and links are not read; put the files beside each other';
  return 'is not read: names consist of a-z, 0-9, - and _, begin with a letter, and end with .yaml, .json, .toml or .csv';
}
