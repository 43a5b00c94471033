import { ContentTree, noteNewTree } from '@galley/content';
import { withExclusiveTree, type Database } from '@galley/database';
import type { Clock, Logger } from '@galley/kernel';
import { readList } from './restored-files.ts';
import { TreeSwap } from './tree-swap.ts';

export interface RecoveryOptions {
  readonly db: Database;
  readonly contentDirectory: string;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Completes or undoes a swap of a killed process. Call it before any access to the tree. */
export async function recoverRestores(options: RecoveryOptions): Promise<void> {
  const { db, contentDirectory } = options;
  if ((await TreeSwap.list(contentDirectory)).length === 0) return;
  // A running swap holds this lock.
  await withExclusiveTree(db, async (connection) => {
    for (const swap of await TreeSwap.list(contentDirectory)) {
      const found = await swap.recover();
      if (found === undefined) continue;
      if (found === 'new') await note(connection, swap, options);
      options.logger.warn('completed an interrupted restore', {
        restore: swap.id,
        tree: found,
      });
    }
  });
}

async function note(
  connection: Database,
  swap: TreeSwap,
  { contentDirectory, clock }: RecoveryOptions,
): Promise<void> {
  const tree = await ContentTree.open(contentDirectory);
  const { by, requireApproval = false } = (await swap.journal())!;
  const files = await readList(swap.folder);
  await noteNewTree(connection, { tree, clock, by, requireApproval, files });
  await swap.markComplete();
}
