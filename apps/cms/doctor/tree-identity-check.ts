import type { Database } from '@galley/database';
import { requireSameTree, serviceProblems } from '@galley/service';
import type { Config } from '@galley/settings';
import { failed, ok, type Check } from './check.ts';

const name = 'content_tree';

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
      why: 'Two content folders would overwrite each other in the database, so no server starts here.',
      advice:
        'Mount the content folder of the other servers, or use another database. To assign this folder to the database, run galley adopt-tree.',
    });
  }
}
