import fs from 'node:fs';
import git from 'isomorphic-git';
import { DomainError, type Logger } from '@galley/kernel';
import { mcpProblems } from './problems.ts';

export interface RepositoryReaderOptions {
  readonly workspaceId: string;
  /** Absolute path of the repository or a folder in it; undefined without one. */
  readonly directory: string | undefined;
  /** Folder of the documents in the repository, with a slash at its end; empty for the whole repository. */
  readonly documents?: string | undefined;
  readonly logger: Logger;
}

export interface FileQuery {
  readonly path: string;
  readonly revision?: string | undefined;
  /** In characters. */
  readonly offset: number;
  readonly limit: number;
}

export interface SearchQuery {
  readonly query: string;
  readonly path?: string | undefined;
  readonly revision?: string | undefined;
  readonly limit: number;
}

export interface ListQuery {
  readonly path?: string | undefined;
  readonly revision?: string | undefined;
  /** Name of the last entry of the previous page. */
  readonly after?: string | undefined;
  readonly limit: number;
}

export interface ListedEntry {
  readonly name: string;
  readonly kind: 'file' | 'folder' | 'link' | 'submodule';
  /** In bytes; null for other kinds than files, and for files that would take too long to read. */
  readonly size: number | null;
}

export interface Match {
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

interface Tree {
  readonly dir: string;
  readonly oid: string;
  readonly cache: object;
}

interface Entry {
  readonly path: string;
  readonly oid: string;
  readonly type: string;
  readonly mode: string;
}

/** Larger files are neither shown nor searched. */
const maxBytes = 4 * 1_048_576;
const maxLineLength = 500;
/** Searches that take longer return partial results, and lists leave out the sizes of the remaining files. */
const timeoutMs = 10_000;
const linkMode = '120000';
const fullId = /^[0-9a-f]{40}$/;

/** Paths are resolved in git trees, not in the folder, so that none can leave the repository (GAP-RC-MCP-3). */
export class RepositoryReader {
  readonly #options: RepositoryReaderOptions;

  constructor(options: RepositoryReaderOptions) {
    this.#options = options;
  }

  /** Throws `repository_unavailable`, `revision_not_found`, `file_not_found`, `not_a_text_file`. */
  async readFile(workspaceId: string | null, { path, revision, offset, limit }: FileQuery) {
    const tree = await this.#resolveTree(workspaceId, revision);
    const entry = await find(tree, path);
    if (!entry || entry.type !== 'blob' || entry.mode === linkMode)
      throw notFound(path, tree, entry);
    const characters = [...(await readText(tree, entry))];
    const end = Math.min(offset + limit, characters.length);
    return {
      path,
      revision: tree.oid,
      content: characters.slice(offset, end).join(''),
      totalCharacters: characters.length,
      nextOffset: end < characters.length ? end : null,
    };
  }

  /** Ordered by path. Throws `repository_unavailable`, `revision_not_found`, `file_not_found`. */
  async search(workspaceId: string | null, { query, path, revision, limit }: SearchQuery) {
    const tree = await this.#resolveTree(workspaceId, revision);
    const folder = folderPath(path);
    const root = await find(tree, folder);
    if (!root) throw notFound(folder, tree);
    const found = await this.#search(tree, root, { query, limit });
    return { revision: tree.oid, ...found };
  }

  /** The newest commit; null without a readable repository. */
  async baseRevision(workspaceId: string | null): Promise<string | null> {
    try {
      return (await this.#resolveTree(workspaceId)).oid;
    } catch (error) {
      if (error instanceof DomainError) return null;
      throw error;
    }
  }

  /** Ordered by name. Throws `repository_unavailable`, `revision_not_found`, `file_not_found`. */
  async list(workspaceId: string | null, { path, revision, after = '', limit }: ListQuery) {
    const tree = await this.#resolveTree(workspaceId, revision);
    const folder = folderPath(path);
    const root = await find(tree, folder);
    if (root?.type !== 'tree') throw noFolder(folder, tree, root);
    const entries = (await readEntries(tree, root))
      .map((entry) => ({ ...entry, name: nameOf(entry) }))
      .filter(({ name }) => name > after)
      .toSorted((one, other) => (one.name < other.name ? -1 : 1));
    const page = entries.slice(0, limit);
    const listed: ListedEntry[] = [];
    const deadline = performance.now() + timeoutMs;
    for (const entry of page) {
      const kind = kindOf(entry);
      const isSized = kind === 'file' && performance.now() < deadline;
      listed.push({ name: entry.name, kind, size: isSized ? await readSize(tree, entry) : null });
    }
    const nextCursor = entries.length > limit ? page.at(-1)!.name : null;
    return { path: folder, revision: tree.oid, entries: listed, nextCursor };
  }

  /** Markdown files of the content folder, by path. @throws like `list`. */
  async listDocuments(
    workspaceId: string | null,
    { after = '', limit }: Pick<ListQuery, 'after' | 'limit'>,
  ): Promise<{ readonly paths: readonly string[]; readonly next: string | null }> {
    const tree = await this.#resolveTree(workspaceId);
    const root = await find(tree, folderPath(this.#options.documents ?? ''));
    const paths: string[] = [];
    for await (const { path } of root ? walkFiles(tree, root) : []) {
      if (!path.endsWith('.md') || comparePaths(path, after) <= 0) continue;
      if (paths.length === limit) return { paths, next: paths.at(-1)! };
      paths.push(path);
    }
    return { paths, next: null };
  }

  async #search(
    tree: Tree,
    root: Entry,
    { query, limit }: { readonly query: string; readonly limit: number },
  ): Promise<{ matches: Match[]; isComplete: boolean }> {
    const deadline = performance.now() + timeoutMs;
    const wanted = query.toLowerCase();
    const matches: Match[] = [];
    for await (const entry of walkFiles(tree, root)) {
      if (performance.now() > deadline) return { matches, isComplete: false };
      const text = await readText(tree, entry).catch(() => '');
      matches.push(...findMatches(entry.path, text, wanted));
      if (matches.length > limit) return { matches: matches.slice(0, limit), isComplete: false };
    }
    return { matches, isComplete: true };
  }

  async #resolveTree(workspaceId: string | null, revision = 'HEAD'): Promise<Tree> {
    const dir = await this.#directory(workspaceId);
    const found = await findCommit(dir, revision).catch(() => undefined);
    if (found === undefined) {
      throw mcpProblems.revision_not_found(
        `The repository has no commit, branch or tag "${revision.slice(0, 100)}".`,
      );
    }
    return { dir, oid: found, cache: {} };
  }

  async #directory(workspaceId: string | null): Promise<string> {
    const { directory, logger } = this.#options;
    if (directory === undefined || workspaceId !== this.#options.workspaceId) {
      throw mcpProblems.repository_unavailable(
        'The workspace of your run has no repository. Ask an operator to set coordinator.workspace.repository.',
      );
    }
    try {
      return await git.findRoot({ fs, filepath: directory });
    } catch (error) {
      logger.warn('workspace repository not readable', { error: String(error) });
      throw mcpProblems.repository_unavailable(
        'Cannot read the repository of the workspace. See the server log for the reason.',
      );
    }
  }
}

/** Resolves commit ids, branches and tags; other git refs are unreachable. */
async function findCommit(dir: string, revision: string): Promise<string | undefined> {
  const at = { fs, dir };
  const oid = await (async () => {
    if (revision === 'HEAD') return git.resolveRef({ ...at, ref: 'HEAD' });
    if (fullId.test(revision)) return revision;
    if ((await git.listBranches(at)).includes(revision))
      return git.resolveRef({ ...at, ref: `refs/heads/${revision}` });
    if ((await git.listTags(at)).includes(revision))
      return git.resolveRef({ ...at, ref: `refs/tags/${revision}` });
    return git.expandOid({ ...at, oid: revision });
  })();
  const { oid: commit } = await git.readCommit({ ...at, oid });
  return commit;
}

/** `undefined` for an unknown path; the root tree for an empty one. */
async function find(tree: Tree, path: string): Promise<Entry | undefined> {
  const root = { path: '', oid: tree.oid, type: 'tree', mode: '040000' };
  let entry: Entry | undefined = root;
  for (const part of path === '' ? [] : path.split('/')) {
    if (entry?.type !== 'tree') return undefined;
    entry = (await readEntries(tree, entry)).find((one) => nameOf(one) === part);
  }
  return entry;
}

async function readEntries({ dir, cache }: Tree, { oid, path: parent }: Entry): Promise<Entry[]> {
  const { tree } = await git.readTree({ fs, dir, oid, cache });
  const prefix = parent === '' ? '' : `${parent}/`;
  return tree.map(({ path, oid, type, mode }) => ({ path: prefix + path, oid, type, mode }));
}

const nameOf = ({ path }: Entry): string => path.split('/').at(-1)!;

/** The root as an empty path. */
function folderPath(path = ''): string {
  return path === '.' ? '' : path.replace(/\/+$/, '');
}

function kindOf({ type, mode }: Entry): ListedEntry['kind'] {
  if (type === 'tree') return 'folder';
  if (type === 'commit') return 'submodule';
  return mode === linkMode ? 'link' : 'file';
}

async function readSize({ dir, cache }: Tree, { oid }: Entry): Promise<number> {
  return (await git.readBlob({ fs, dir, oid, cache })).blob.length;
}

/** In the order of `walkFiles`: by name in each folder. */
function comparePaths(one: string, other: string): number {
  const [names, others] = [one.split('/'), other.split('/')];
  const at = names.findIndex((name, index) => name !== others[index]);
  return at === -1 ? names.length - others.length : names[at]! < (others[at] ?? '') ? -1 : 1;
}

async function* walkFiles(tree: Tree, entry: Entry): AsyncGenerator<Entry> {
  if (entry.type === 'blob' && entry.mode !== linkMode) yield entry;
  if (entry.type !== 'tree') return;
  for (const inner of await readEntries(tree, entry)) yield* walkFiles(tree, inner);
}

async function readText({ dir, cache }: Tree, { oid, path }: Entry): Promise<string> {
  const { blob } = await git.readBlob({ fs, dir, oid, cache });
  try {
    if (blob.length > maxBytes || blob.includes(0)) throw new TypeError('not text');
    return new TextDecoder('utf-8', { fatal: true }).decode(blob);
  } catch {
    throw mcpProblems.not_a_text_file(
      `${path} has ${blob.length} bytes. Only UTF-8 text files of at most ${maxBytes} bytes can be read.`,
    );
  }
}

function* findMatches(path: string, text: string, wanted: string): Generator<Match> {
  for (const [index, line] of text.split('\n').entries()) {
    if (line.toLowerCase().includes(wanted))
      yield { path, line: index + 1, text: line.slice(0, maxLineLength) };
  }
}

function notFound(path: string, { oid }: Tree, entry?: Entry): Error {
  const kind = entry?.type === 'tree' ? 'a folder' : 'a link or a submodule';
  const fault = entry ? `is ${kind}, not a file` : 'does not exist';
  return mcpProblems.file_not_found(`"${path.slice(0, 200)}" ${fault}, in ${oid.slice(0, 12)}.`);
}

function noFolder(path: string, { oid }: Tree, entry?: Entry): Error {
  const fault = entry ? `is a ${kindOf(entry)}, not a folder` : 'does not exist';
  return mcpProblems.file_not_found(`"${path.slice(0, 200)}" ${fault}, in ${oid.slice(0, 12)}.`);
}
