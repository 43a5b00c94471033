import { lstat, readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { isMissing } from '@galley/kernel';

/** In the project, beside `templates/` and for the same reason: the right to change content does not include scripts. */
export const staticFolder = 'static';

/** Paths below `static/`, which are the addresses without their first slash. */
export interface StaticFiles {
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly faults: readonly StaticFault[];
}

export interface StaticFault {
  readonly file: string;
  readonly message: string;
}

export const noStaticFiles: StaticFiles = { files: new Map(), faults: [] };

/** Each process keeps all of them in memory. */
const limits = { files: 200, bytes: 1024 * 1024, totalBytes: 10 * 1024 * 1024 } as const;

/** Empty without the folder. */
export async function readStaticFiles(projectDirectory: string): Promise<StaticFiles> {
  const folder = join(projectDirectory, staticFolder);
  const reader = new StaticFileReader(folder);
  for (const { path, isFile } of await listEntries(folder)) await reader.read(path, isFile);
  return reader;
}

interface FoundEntry {
  readonly path: string;
  readonly isFile: boolean;
}

async function listEntries(folder: string): Promise<readonly FoundEntry[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
    (error: unknown) => {
      if (isMissing(error)) return [];
      throw error;
    },
  );
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => ({
      path: relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'),
      isFile: entry.isFile(),
    }))
    .filter(({ path }) => !hasDotName(path))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Systems leave such files in folders. `.well-known` is an address of its own (RFC 8615). */
function hasDotName(path: string): boolean {
  return path
    .split('/')
    .some((part, at) => part.startsWith('.') && !(at === 0 && part === '.well-known'));
}

class StaticFileReader implements StaticFiles {
  readonly files = new Map<string, Uint8Array>();
  readonly faults: StaticFault[] = [];
  readonly #folder: string;
  #bytes = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async read(path: string, isFile: boolean): Promise<void> {
    try {
      const message = isFile ? (faultOfName(path) ?? (await this.#faultOfSize(path))) : noLinks;
      if (message === undefined) {
        this.files.set(path.normalize('NFC'), await readFile(join(this.#folder, path)));
      } else this.faults.push({ file: `${staticFolder}/${path}`, message });
    } catch (error) {
      // Deleted while the folder is read.
      if (!isMissing(error)) throw error;
    }
  }

  async #faultOfSize(path: string): Promise<string | undefined> {
    const { size } = await lstat(join(this.#folder, path));
    if (size > limits.bytes) return `has ${size} bytes; at most ${limits.bytes} are allowed`;
    if (this.files.size >= limits.files) return `at most ${limits.files} files are allowed`;
    if (this.#bytes + size > limits.totalBytes)
      return `with this file, the static files have more than ${limits.totalBytes} bytes`;
    this.#bytes += size;
    return undefined;
  }
}

const noLinks = 'links and special files are not served; put the file itself there';

const ownFolders =
  /^(?:__|(?:assets|media|media-variants|profile-pictures)(?:\/|$)|\.well-known\/oauth-|search\/[^/]+\/(?:words|texts)[./])/i;

function faultOfName(path: string): string | undefined {
  if (/[\\\p{Cc}]/u.test(path))
    return 'is not served: addresses contain no backslashes and control characters';
  if (ownFolders.test(path)) return 'is not served: Galley uses addresses of this folder itself';
  if (/(?:^|\/)(?:index|404)\.html$/i.test(path))
    return 'is not served: pages come from documents; write a document with this address';
  return undefined;
}
