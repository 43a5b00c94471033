import { userInfo } from 'node:os';
import { AuditRepository } from '@galley/auth';
import type { Database } from '@galley/database';
import { systemActor, systemClock } from '@galley/kernel';
import {
  adoptTree,
  ShutdownStack,
  connectDatabase,
  requireProject,
  type AdoptedTree,
} from '@galley/service';
import { loadConfig } from '@galley/settings';
import type { ProjectOptions } from './people/administer-users.ts';

/** @throws `foreign_tree` for a folder without any of the documents, unless `force` is set */
export async function adoptProjectTree(
  options: ProjectOptions & { readonly force: boolean },
): Promise<AdoptedTree> {
  const { projectDirectory, logger, force } = options;
  requireProject(projectDirectory);
  const config = await loadConfig({ ...options, overlays: [...options.overlays], overrides: {} });
  const cleanUp = new ShutdownStack(logger);
  try {
    const { db } = await connectDatabase({ config, logger, atEnd: cleanUp.add.bind(cleanUp) });
    const { contentDirectory } = config.storage;
    const report = await adoptTree({ db, contentDirectory }, { force });
    if (report.adopted) await recordAdoption(db, report, force);
    return report;
  } finally {
    await cleanUp.run();
  }
}

function recordAdoption(db: Database, report: AdoptedTree, force: boolean): Promise<void> {
  const { directory, adopted: _, ...found } = report;
  return new AuditRepository({ db, clock: systemClock }).record({
    action: 'content_folder.adopt',
    actor: systemActor.username,
    target: directory,
    outcome: 'success',
    address: '',
    requestId: '',
    details: { ...found, force, by: 'command line', system_user: userInfo().username },
  });
}
