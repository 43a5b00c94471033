import { watch, type FSWatcher } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isMissing } from '@galley/kernel';

export interface FolderEventsOptions {
  readonly directory: string;
  /** Relative to the folder, with `/`. */
  readonly isWatched: (path: string) => boolean;
  /** Without a path, any may have changed. */
  readonly onChange: (path?: string) => void;
  readonly onError: (error: unknown) => void;
}

/** Takes one handle for each folder and none for files, so that large trees are watched at once. Ignores links. */
export class FolderEvents {
  readonly #options: FolderEventsOptions;
  readonly #watchers = new Map<string, FSWatcher>();
  #isClosed = false;

  constructor(options: FolderEventsOptions) {
    this.#options = options;
  }

  /** Also finds the root again after it was missing. */
  async open(): Promise<void> {
    await this.#add('', false);
  }

  close(): void {
    this.#isClosed = true;
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
  }

  async #add(folder: string, isNew: boolean): Promise<void> {
    if (this.#isClosed || this.#watchers.has(folder)) return;
    const { directory, isWatched, onChange, onError } = this.#options;
    const path = join(directory, folder);
    try {
      // Watched before it is listed: entries created in between are reported.
      const watcher = watch(path, (type, name) => this.#notice(folder, type, name));
      this.#watchers.set(folder, watcher);
      // Windows reports the removal of a folder as an error.
      watcher.on('error', (error) => (folder === '' ? onError(error) : void this.#look(folder)));
      for (const entry of await readdir(path, { withFileTypes: true })) {
        const inner = below(folder, entry.name);
        if (!isWatched(inner)) continue;
        if (entry.isDirectory()) await this.#add(inner, isNew);
        else if (isNew) onChange(inner);
      }
    } catch (error) {
      this.#remove(folder);
      if (!isMissing(error)) onError(error);
    }
  }

  #notice(folder: string, type: string, name: string | null): void {
    const { directory, isWatched, onChange } = this.#options;
    if (name === null) return onChange();
    const isRename = type === 'rename';
    // A folder reports its own removal and move under its own name.
    if (isRename && name === basename(join(directory, folder))) void this.#look(folder);
    const path = below(folder, name);
    if (!isWatched(path)) return;
    if (isRename) void this.#look(path);
    else onChange(path);
  }

  /** The path was created, removed or replaced. */
  async #look(path: string): Promise<void> {
    const { directory, onChange } = this.#options;
    if (this.#watchers.has(path)) {
      this.#remove(path);
      onChange();
    }
    // Whatever the reason: the reader of the change finds and reports it.
    const stat = await lstat(join(directory, path)).catch(() => undefined);
    if (this.#isClosed) return;
    if (stat?.isDirectory()) await this.#add(path, true);
    else onChange(path);
  }

  #remove(folder: string): void {
    for (const [path, watcher] of this.#watchers) {
      if (path !== folder && folder !== '' && !path.startsWith(`${folder}/`)) continue;
      watcher.close();
      this.#watchers.delete(path);
    }
  }
}

function below(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}
