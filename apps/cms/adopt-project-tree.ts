import {
  adoptTree,
  CleanUp,
  connectDatabase,
  requireProject,
  type AdoptedTree,
} from '@galley/service';
import { loadConfig } from '@galley/settings';
import type { ProjectOptions } from './administer-users.ts';

/**
 * Makes the content folder of a project the one of its database. Throws `foreign_tree` for a folder that has none of
 * the documents, unless `force`.
 */
export async function adoptProjectTree(
  options: ProjectOptions & { readonly force: boolean },
): Promise<AdoptedTree> {
  const { projectDirectory, logger, force } = options;
  requireProject(projectDirectory);
  const config = await loadConfig({ ...options, overlays: [...options.overlays], overrides: {} });
  const cleanUp = new CleanUp(logger);
  try {
    const { db } = await connectDatabase({ config, logger, atEnd: cleanUp.add.bind(cleanUp) });
    return await adoptTree({ db, contentDirectory: config.storage.contentDirectory }, { force });
  } finally {
    await cleanUp.run();
  }
}
