import { externalAuthor } from '@galley/kernel';
import type { DocumentLocks } from '../store/document-locks.ts';
import type { ReadDocument } from '../document/document.ts';
import type { ReconcilerOptions } from '../tree/reconciler-options.ts';
import type { TreeReconciler } from './tree-reconciler.ts';

interface Withdrawal extends Pick<ReconcilerOptions, 'clock' | 'logger'> {
  readonly locks: DocumentLocks;
  readonly reconciler: TreeReconciler;
}

/**
 * Unpublishes a document whose public revision, as this version reads it, is not public. Earlier versions took files
 * of other systems for published. Another revision that was published meanwhile stays.
 */
export async function withdrawUnlessPublic(
  { locks, reconciler, clock, logger }: Withdrawal,
  { place, revision, problem, notice }: ReadDocument,
): Promise<void> {
  const reason = problem ?? notice;
  if (!reason) return;
  await locks.hold(place.path, async (connection) => {
    const settled = await reconciler.settle(connection, place);
    if (settled?.indexed.publishedRevision !== revision) return;
    const { status } = settled.indexed;
    const isPublished = status === 'published' || status === 'scheduled';
    await reconciler.apply(connection, settled.indexed, {
      document: settled.current,
      decision: {
        status: isPublished ? 'draft' : status,
        publication: 'withdraw',
        approval: 'keep',
      },
      kind: 'status',
      author: externalAuthor,
      onBehalfOf: [],
      message: `Unpublished: ${reason.message}`.slice(0, 500),
      at: clock.now(),
      file: null,
    });
  });
  logger.warn('unpublished a document whose file is not public', {
    path: place.path,
    ...reason,
  });
}
