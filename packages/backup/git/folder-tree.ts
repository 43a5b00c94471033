import { folderMode, parseTree, serializeTree, type TreeEntry } from './git-object.ts';
import type { ObjectStore } from './object-store.ts';

/** A file of a snapshot; the path is of bytes, the size in bytes. */
export interface TreeFile {
  readonly path: string;
  readonly mode: number;
  readonly hash: string;
  readonly size: number;
}

/** A folder of a snapshot, with its hash once it is kept. */
export interface Folder {
  readonly files: Map<string, TreeFile>;
  readonly folders: Map<string, Folder>;
  readonly hash: string;
}

/** Keeps the folders of these files, from the innermost outwards. */
export async function writeFolders(store: ObjectStore, files: Iterable<TreeFile>): Promise<Folder> {
  const root = emptyFolder();
  for (const file of files) {
    const names = file.path.split('/');
    let folder = root;
    for (const name of names.slice(0, -1)) {
      const inner = folder.folders.get(name) ?? emptyFolder();
      folder.folders.set(name, inner);
      folder = inner;
    }
    folder.files.set(names.at(-1)!, file);
  }
  return keep(store, root);
}

type Unkept = Omit<Folder, 'hash'> & { readonly folders: Map<string, Unkept> };

function emptyFolder(): Unkept {
  return { files: new Map(), folders: new Map() };
}

async function keep(store: ObjectStore, { files, folders }: Unkept): Promise<Folder> {
  const kept = new Map<string, Folder>();
  for (const [name, folder] of folders) kept.set(name, await keep(store, folder));
  const entries: TreeEntry[] = [
    ...[...files].map(([name, { mode, hash }]) => ({ name, mode, hash })),
    ...[...kept].map(([name, { hash }]) => ({ name, mode: folderMode, hash })),
  ];
  return { files, folders: kept, hash: await store.write('tree', serializeTree(entries)) };
}

/** What differs between two snapshots. */
export interface Difference {
  /** How many files are new, changed, or gone. */
  readonly files: number;
  /** The size of those that are new or changed. */
  readonly bytes: number;
}

/** How a folder differs from a kept one; folders of one hash are not looked into. */
export async function difference(
  store: ObjectStore,
  before: string | undefined,
  after: Folder | undefined,
): Promise<Difference> {
  if (before === after?.hash) return { files: 0, bytes: 0 };
  const old = before === undefined ? [] : parseTree(await store.read(before, 'tree'));
  const oldFiles = new Map(old.filter(isFile).map((entry) => [entry.name, entry]));
  const oldFolders = new Map(
    old.filter((entry) => !isFile(entry)).map((entry) => [entry.name, entry]),
  );
  const written = [...(after?.files ?? [])].filter(([name, { mode, hash }]) => {
    const known = oldFiles.get(name);
    return known?.hash !== hash || known.mode !== mode;
  });
  const gone = [...oldFiles.keys()].filter((name) => !after?.files.has(name));
  let files = written.length + gone.length;
  let bytes = written.reduce((sum, [, { size }]) => sum + size, 0);
  for (const name of new Set([...oldFolders.keys(), ...(after?.folders.keys() ?? [])])) {
    const inner = await difference(store, oldFolders.get(name)?.hash, after?.folders.get(name));
    files += inner.files;
    bytes += inner.bytes;
  }
  return { files, bytes };
}

/** What a commit has of single files, without reading all of it. */
export class KeptTree {
  readonly #store: ObjectStore;
  readonly #root: string | undefined;
  readonly #folders = new Map<string, Promise<readonly TreeEntry[]>>();

  constructor(store: ObjectStore, root: string | undefined) {
    this.#store = store;
    this.#root = root;
  }

  async find(path: string): Promise<TreeEntry | undefined> {
    let hash = this.#root;
    const names = path.split('/');
    for (const [depth, name] of names.entries()) {
      const entry: TreeEntry | undefined = (await this.#entries(hash)).find(
        (one) => one.name === name,
      );
      if (!entry || depth === names.length - 1) return entry;
      hash = isFile(entry) ? undefined : entry.hash;
    }
    return undefined;
  }

  #entries(hash: string | undefined): Promise<readonly TreeEntry[]> {
    if (hash === undefined) return Promise.resolve([]);
    const known = this.#folders.get(hash) ?? this.#store.read(hash, 'tree').then(parseTree);
    this.#folders.set(hash, known);
    return known;
  }
}

function isFile({ mode }: TreeEntry): boolean {
  return mode !== folderMode;
}
