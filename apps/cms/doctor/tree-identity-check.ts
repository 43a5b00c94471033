import type { Database } from '@galley/database';
import { requireSameTree, serviceProblems } from '@galley/service';
import type { Config } from '@galley/settings';
import { failed, ok, type Check } from './check.ts';

const name = 'content_tree';

/** Checks that the content folder belongs to the database. */
export async function treeIdentityCheck(
  db: Database,
  { contentDirectory }: Pick<Config['storage'], 'contentDirectory'>,
): Promise<Check> {
  try {
    await requireSameTree({ db, contentDirectory }, { needsTree: true });
    return ok(name, 'The content folder and the database belong together.');
  } catch (error) {
    if (!serviceProblems.foreign_tree.is(error)) throw error;
    return failed(name, {
      message: (error as Error).message,
      where: contentDirectory,
      why: 'Each server would record the documents of the other as edited and deleted, so none starts here.',
      advice:
        'Mount the folder of the other servers, or name another database; galley adopt-tree makes this folder the one of the database.',
    });
  }
}
