import { externalAuthor } from '@galley/kernel';
import type { DocumentLocks } from '../store/document-locks.ts';
import type { ReadDocument } from '../document/document.ts';
import type { ReconcilerOptions } from '../tree/reconciler-options.ts';
import type { TreeReconciler } from './tree-reconciler.ts';

interface Withdrawal extends Pick<ReconcilerOptions, 'clock' | 'logger'> {
  readonly locks: DocumentLocks;
  readonly reconciler: TreeReconciler;
}

/** Earlier versions published files of other systems. Keeps another revision published meanwhile. */
export async function withdrawUnlessPublic(
  { locks, reconciler, clock, logger }: Withdrawal,
  { place, revision, problem, notice }: ReadDocument,
): Promise<void> {
  const reason = problem ?? notice;
  if (!reason) return;
  const isWithdrawn = await locks.hold(place.path, async (connection) => {
    const found = await reconciler.reconcile(connection, place);
    if (found?.indexed.publishedRevision !== revision) return false;
    const { status } = found.indexed;
    const isPublished = status === 'published' || status === 'scheduled';
    await reconciler.commit(connection, found.indexed, {
      document: found.current,
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
    return true;
  });
  if (!isWithdrawn) return;
  logger.warn('unpublished a document whose file is marked as not public', {
    path: place.path,
    ...reason,
  });
}
