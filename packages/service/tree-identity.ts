import { mkdir, realpath } from 'node:fs/promises';
import { hostname } from 'node:os';
import {
  TreeIdentityRepository,
  withExclusiveTree,
  type Database,
  type Transaction,
  type TreeRecord,
} from '@galley/database';
import { newId, storageFailureOf, type Logger } from '@galley/kernel';
import { serviceProblems } from './problems.ts';
import { TreeMark, type TreeMarkState } from './tree-mark.ts';

export interface TreeLocation {
  readonly db: Database;
  readonly contentDirectory: string;
}

/** Matched the database when opened; the folder may be swapped at any time. */
export class TreeIdentity {
  readonly #id: string | undefined;
  readonly #mark: TreeMark;
  readonly #folder: string | undefined;
  readonly #logger: Logger;
  #checked: string | undefined;
  #claim: string | undefined;

  /** `record` is `undefined` when the folder could not be marked. */
  constructor(parts: {
    record: TreeRecord | undefined;
    mark: TreeMark;
    folder: string | undefined;
    logger: Logger;
  }) {
    this.#id = parts.record?.id;
    this.#claim = parts.record?.claim;
    this.#mark = parts.mark;
    this.#folder = parts.folder;
    this.#logger = parts.logger;
  }

  /** A `TreeGuard`. @throws `foreign_tree` when folder and database no longer match */
  async check(recorded: TreeRecord | null): Promise<void> {
    if (recorded?.id !== this.#id) {
      throw foreignTreeProblem(
        'Another content folder has been adopted for this database since the server started. Nothing was changed. ' +
          'Stop this server, or configure it to use that folder.',
      );
    }
    const version = await this.#mark.version();
    const isAsChecked = version !== undefined && version === this.#checked;
    if (isAsChecked && recorded?.claim === this.#claim) return;
    if (await this.#isOurs(recorded)) {
      this.#checked = await this.#mark.version();
      this.#claim = recorded?.claim;
    } else {
      throw foreignTreeProblem(
        'The content folder has been unmounted or replaced since the server started. Nothing was changed. ' +
          'Mount it again or restore the folder; then saving works again immediately.',
      );
    }
  }

  async #isOurs(recorded: TreeRecord | null): Promise<boolean> {
    const found = await this.#mark.read();
    if (recorded && found && found.id === this.#id) {
      if (found.claims.includes(recorded.claim)) return true;
      throw copiedTreeProblem(recorded);
    }
    if (found !== undefined || (await this.#mark.folder()) !== this.#folder) return false;
    if (!recorded) return true;
    if (recorded.claim !== this.#claim) throw copiedTreeProblem(recorded);
    // Cleaned of git-ignored files, or synchronised with an unmarked folder.
    if (!(await this.#mark.hasContent())) return false;
    await this.#mark.write({ id: recorded.id, claims: [recorded.claim] });
    this.#logger.warn('content folder mark was missing, written again');
    return true;
  }
}

/**
 * Marks both when neither is marked. Of servers that start at once, the first marks, and the others must match. A
 * server on a copy of the folder does not find its random claim there, and stops making changes. @throws `foreign_tree`
 */
export async function claimTree(place: TreeLocation & { logger: Logger }): Promise<TreeIdentity> {
  const { db, logger } = place;
  const root = await rootOf(place);
  const mark = new TreeMark(root);
  const record = await db.transaction().execute(async (transaction) => {
    const tree = new TreeIdentityRepository(transaction);
    await tree.lock();
    const [recorded, found] = [await tree.find(), await mark.read()];
    if (recorded) requireMatch(recorded, found?.id, root);
    else await requireKnownDocument(tree, mark, root);
    const id = found?.id ?? newId();
    const claim = newId();
    // The previous claim stays valid until this one is recorded.
    const claims = recorded ? [claim, recorded.claim] : [claim];
    if (!(await tryWriteMark(mark, { id, claims }, logger))) return recorded;
    const claimed = { id, claim, directory: root, host: hostname() };
    await tree.record(claimed);
    return claimed;
  });
  return new TreeIdentity({ record, mark, folder: await mark.folder(), logger });
}

/** Does not mark. `needsTree` also refuses an unmarked folder for a database with a mark. @throws `foreign_tree` */
export async function requireSameTree(
  { db, contentDirectory }: TreeLocation,
  { needsTree }: { readonly needsTree: boolean },
): Promise<void> {
  const recorded = await new TreeIdentityRepository(db).find();
  if (!recorded) return;
  const found = (await new TreeMark(contentDirectory).read())?.id;
  if (found !== undefined || needsTree) requireMatch(recorded, found, contentDirectory);
}

export interface AdoptedTree {
  readonly directory: string;
  /** False when the folder already belonged to the database. */
  readonly adopted: boolean;
  /** In the database, and how many of them are in the folder. */
  readonly documents: number;
  readonly found: number;
  readonly previous: Pick<TreeRecord, 'directory' | 'host'> | null;
}

/**
 * Servers on another folder then refuse saves. `force` allows a folder without the documents. @throws `foreign_tree`
 */
export async function adoptTree(
  place: TreeLocation,
  { force }: { readonly force: boolean },
): Promise<AdoptedTree> {
  const root = await rootOf(place);
  const mark = new TreeMark(root);
  return withExclusiveTree(place.db, (connection) =>
    connection.transaction().execute(async (transaction) => {
      const report = await inspectTree(transaction, { mark, root });
      if (!report.adopted) return report;
      if (report.documents > 0 && report.found === 0 && !force) throw emptyTreeProblem(report);
      const id = newId();
      const claim = newId();
      await mark.write({ id, claims: [claim] });
      const tree = new TreeIdentityRepository(transaction);
      await tree.record({ id, claim, directory: root, host: hostname() });
      return report;
    }),
  );
}

async function inspectTree(
  transaction: Transaction,
  { mark, root }: { readonly mark: TreeMark; readonly root: string },
): Promise<AdoptedTree> {
  const tree = new TreeIdentityRepository(transaction);
  await tree.lock();
  const [recorded, found] = [await tree.find(), (await mark.read())?.id];
  const paths = await tree.documentPaths();
  return {
    directory: root,
    adopted: recorded === undefined || recorded.id !== found,
    documents: paths.length,
    found: await mark.countDocuments(paths),
    previous: recorded ? { directory: recorded.directory, host: recorded.host } : null,
  };
}

async function rootOf({ contentDirectory }: TreeLocation): Promise<string> {
  await mkdir(contentDirectory, { recursive: true });
  return realpath(contentDirectory);
}

/** False for a read-only folder: the server starts without a mark, and cannot save either. */
async function tryWriteMark(
  mark: TreeMark,
  state: TreeMarkState,
  logger: Logger,
): Promise<boolean> {
  try {
    await mark.write(state);
    return true;
  } catch (error) {
    const failure = storageFailureOf(error);
    if (!failure) throw error;
    logger.warn('content folder not writable, its mark is unchanged', {
      error: failure.code,
    });
    return false;
  }
}

/** An unmounted folder would look as if all documents had been deleted. */
async function requireKnownDocument(
  tree: TreeIdentityRepository,
  mark: TreeMark,
  directory: string,
): Promise<void> {
  const paths = await tree.documentPaths();
  if (paths.length === 0 || (await mark.countDocuments(paths, 1)) > 0) return;
  throw emptyTreeProblem({ directory, documents: paths.length });
}

function emptyTreeProblem({
  directory,
  documents,
}: Pick<AdoptedTree, 'directory' | 'documents'>): Error {
  return foreignTreeProblem(
    `The database knows ${documents} documents, but none of them is in ${directory}. Check that the volume is mounted and that ` +
      'storage.content_directory is correct. Nothing was changed. To record the documents as deleted, stop every ' +
      'server of this database and run galley adopt-tree --force.',
  );
}

function requireMatch(recorded: TreeRecord, found: string | undefined, directory: string): void {
  if (found === recorded.id) return;
  const other = `${recorded.directory} on ${recorded.host}`;
  const which =
    found === undefined
      ? 'is not marked as that folder'
      : 'is marked as the folder of another database';
  throw foreignTreeProblem(
    `This database belongs to the content folder that was last used as ${other}, and ${directory} ${which}. ` +
      'All servers of a database share one content folder: mount the same volume in each of them, or give this server ' +
      'a database of its own (database.url). If this folder replaces the other one, stop every server of this ' +
      'database and run galley adopt-tree with this project. Nothing was changed.',
  );
}

function copiedTreeProblem({ directory, host }: TreeRecord): Error {
  return foreignTreeProblem(
    `Another server has started on a copy of the content folder with the same database: ${directory} on ${host}. ` +
      'Nothing was changed. Stop one of the two, or give it a separate database; restart this server if its ' +
      'folder is the correct one.',
  );
}

function foreignTreeProblem(message: string): Error {
  return serviceProblems.foreign_tree(message);
}
