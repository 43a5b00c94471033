import { mkdir, realpath } from 'node:fs/promises';
import { hostname } from 'node:os';
import {
  TreeIdentityRepository,
  withWholeTree,
  type Database,
  type Transaction,
  type TreeRecord,
} from '@galley/database';
import { newId, type Logger } from '@galley/kernel';
import { serviceProblems } from './problems.ts';
import { TreeMark } from './tree-mark.ts';

export interface TreePlace {
  readonly db: Database;
  readonly contentDirectory: string;
}

/** The folder of a content tree, which was found to be the one of the database, and may be swapped at any time. */
export class TreeIdentity {
  readonly #id: string | undefined;
  readonly #mark: TreeMark;
  readonly #folder: string | undefined;
  readonly #logger: Logger;
  #checked: string | undefined;

  /** `id`: undefined where the folder could not be marked. */
  constructor(parts: {
    id: string | undefined;
    mark: TreeMark;
    folder: string | undefined;
    logger: Logger;
  }) {
    this.#id = parts.id;
    this.#mark = parts.mark;
    this.#folder = parts.folder;
    this.#logger = parts.logger;
  }

  /** A `TreeGuard`. Throws `foreign_tree` when folder and database do not belong together any more. */
  async check(recorded: string | null): Promise<void> {
    if (recorded !== (this.#id ?? null)) {
      throw foreign(
        'Another content folder has been adopted for this database since the server started. Nothing was changed. ' +
          'Stop this server, or let it use that folder.',
      );
    }
    const version = await this.#mark.version();
    if (version !== undefined && version === this.#checked) return;
    if (await this.#isOurs()) this.#checked = await this.#mark.version();
    else {
      throw foreign(
        'The content folder has been unmounted or replaced since the server started. Nothing was changed. ' +
          'Mount it again, or bring the folder back; saving works again at once.',
      );
    }
  }

  async #isOurs(): Promise<boolean> {
    const found = await this.#mark.read();
    if (found !== undefined && found === this.#id) return true;
    if (found !== undefined || (await this.#mark.folder()) !== this.#folder) return false;
    if (this.#id === undefined) return true;
    // The same folder, cleaned of what git ignores, or synchronised with one that has no mark.
    if (!(await this.#mark.hasContent())) return false;
    await this.#mark.write(this.#id);
    this.#logger.warn('the mark of the content folder was missing and has been written again');
    return true;
  }
}

/**
 * Makes sure that the content folder is the one that the database belongs to, and marks both where neither is. Throws
 * `foreign_tree`. Of several servers that start at once, one marks, and the others are held to that.
 */
export async function claimTree(place: TreePlace & { logger: Logger }): Promise<TreeIdentity> {
  const { db, logger } = place;
  const root = await rootOf(place);
  const mark = new TreeMark(root);
  const id = await db.transaction().execute(async (transaction) => {
    const tree = new TreeIdentityRepository(transaction);
    await tree.lock();
    const [recorded, found] = [await tree.find(), await mark.read()];
    if (recorded) {
      requireMatch(recorded, found, root);
      return recorded.id;
    }
    await requireKnownDocument(tree, mark, root);
    const claimed = found ?? newId();
    if (found === undefined && !(await couldMark(mark, claimed, logger))) return undefined;
    await tree.record({ id: claimed, directory: root, host: hostname() });
    return claimed;
  });
  return new TreeIdentity({ id, mark, folder: await mark.folder(), logger });
}

/**
 * For what works on a project beside its server, and marks nothing: throws `foreign_tree` when the folder is that of
 * another database. With `needsTree`, an unmarked folder is refused too, where the database belongs to a marked one.
 */
export async function requireSameTree(
  { db, contentDirectory }: TreePlace,
  { needsTree }: { readonly needsTree: boolean },
): Promise<void> {
  const recorded = await new TreeIdentityRepository(db).find();
  if (!recorded) return;
  const found = await new TreeMark(contentDirectory).read();
  if (found !== undefined || needsTree) requireMatch(recorded, found, contentDirectory);
}

export interface AdoptedTree {
  readonly directory: string;
  /** False when the folder was the one of the database already. */
  readonly adopted: boolean;
  /** Documents that the database knows, and how many of them are in the folder. */
  readonly documents: number;
  readonly found: number;
  /** The folder that the database belonged to. */
  readonly previous: Pick<TreeRecord, 'directory' | 'host'> | null;
}

/**
 * Makes this content folder the one of the database, whichever was. Servers on another folder refuse saves from then
 * on. Throws `foreign_tree` for a folder that has none of the documents, unless `force`.
 */
export async function adoptTree(
  place: TreePlace,
  { force }: { readonly force: boolean },
): Promise<AdoptedTree> {
  const root = await rootOf(place);
  const mark = new TreeMark(root);
  return withWholeTree(place.db, (connection) =>
    connection.transaction().execute(async (transaction) => {
      const report = await look(transaction, { mark, root });
      if (!report.adopted) return report;
      if (report.documents > 0 && report.found === 0 && !force) throw empty(report);
      const id = newId();
      await mark.write(id);
      const tree = new TreeIdentityRepository(transaction);
      await tree.record({ id, directory: root, host: hostname() });
      return report;
    }),
  );
}

async function look(
  transaction: Transaction,
  { mark, root }: { readonly mark: TreeMark; readonly root: string },
): Promise<AdoptedTree> {
  const tree = new TreeIdentityRepository(transaction);
  await tree.lock();
  const [recorded, found] = [await tree.find(), await mark.read()];
  const paths = await tree.documentPaths();
  return {
    directory: root,
    adopted: recorded === undefined || recorded.id !== found,
    documents: paths.length,
    found: await mark.countDocuments(paths),
    previous: recorded ? { directory: recorded.directory, host: recorded.host } : null,
  };
}

async function rootOf({ contentDirectory }: TreePlace): Promise<string> {
  await mkdir(contentDirectory, { recursive: true });
  return realpath(contentDirectory);
}

/** False for a folder that cannot be written: the server starts without a mark, as it does without saving. */
async function couldMark(mark: TreeMark, id: string, logger: Logger): Promise<boolean> {
  try {
    await mark.write(id);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EROFS' && code !== 'EACCES' && code !== 'ENOSPC' && code !== 'EDQUOT')
      throw error;
    logger.warn(
      'the content folder cannot be written, so it is not marked as that of the database',
      {
        error: code,
      },
    );
    return false;
  }
}

/** A folder that is not mounted looks as if everything had been deleted. */
async function requireKnownDocument(
  tree: TreeIdentityRepository,
  mark: TreeMark,
  directory: string,
): Promise<void> {
  const paths = await tree.documentPaths();
  if (paths.length === 0 || (await mark.countDocuments(paths, 1)) > 0) return;
  throw empty({ directory, documents: paths.length });
}

function empty({ directory, documents }: Pick<AdoptedTree, 'directory' | 'documents'>): Error {
  return foreign(
    `The database knows ${documents} documents, and none of them is in ${directory}. Is the volume mounted, and is ` +
      'storage.content_directory right? Nothing was changed. If the documents are to count as deleted, stop every ' +
      'server of this database and run galley adopt-tree --force.',
  );
}

function requireMatch(recorded: TreeRecord, found: string | undefined, directory: string): void {
  if (found === recorded.id) return;
  const other = `${recorded.directory} on ${recorded.host}`;
  const which =
    found === undefined ? 'is not marked as that one' : 'is marked as that of another database';
  throw foreign(
    `This database belongs to the content folder that was first used as ${other}, and ${directory} ${which}. ` +
      'Servers of one database need one content folder: mount the same volume in each of them, or give this server ' +
      'a database of its own (database.url). If this folder replaces the other one, stop every server of this ' +
      'database and run galley adopt-tree with this project. Nothing was changed.',
  );
}

function foreign(message: string): Error {
  return serviceProblems.foreign_tree(message);
}
