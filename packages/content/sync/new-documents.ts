import type { Database } from '@galley/database';
import { OnceAMinute, sha256 } from '@galley/kernel';
import type { Change } from '../store/change.ts';
import { DocumentBatchRepository } from '../store/document-batch-repository.ts';
import { DocumentFiles } from '../tree/document-files.ts';
import { trustedStamp } from '../tree/known-file.ts';
import type { ReconcilerOptions } from '../tree/reconciler-options.ts';
import { deferStorageErrors } from '../tree/storage-failure.ts';
import { commit } from './commit.ts';
import { requireAccepted, type GatedOptions } from './require-accepted.ts';

/** Paths where `reconcile` would find neither rows nor a file, with one query. The caller holds their locks. */
export async function listFreePaths(
  options: ReconcilerOptions,
  connection: Database,
  paths: readonly string[],
): Promise<ReadonlySet<string>> {
  const occupied = await new DocumentBatchRepository(connection).listOccupied(paths);
  const files = new DocumentFiles(options);
  const free = await Promise.all(
    paths.map(async (path) => {
      if (occupied.has(path)) return [];
      // An unreadable file is left to `reconcile`, which reports it.
      const isMissing = await files.read(path).then(
        (file) => file === undefined,
        () => false,
      );
      return isMissing ? [path] : [];
    }),
  );
  return new Set(free.flat());
}

/**
 * Commits new documents in one transaction and then writes their files at the same time. The caller holds their locks.
 * Files that could not be written are written by the next `reconcile`.
 *
 * @throws `invalid_fields`, errors of the gate, or `HeadMovedError` when a path is taken; nothing is then committed
 */
export async function commitNew(
  options: GatedOptions,
  connection: Database,
  changes: readonly Change[],
): Promise<void> {
  const { clock, logger } = options;
  const settings = options.settings();
  for (const change of changes)
    await requireAccepted(options, connection, { change, before: undefined });
  const commits = changes.map((change) => ({ changes: [{ ...change, file: null }] }));
  const committed = await commit(connection, settings, commits);
  const files = new DocumentFiles(options);
  const throttle = new OnceAMinute();
  const written = await Promise.all(
    changes.map(async ({ document: { place, bytes } }, index) => {
      const { path } = place;
      const write = async () => {
        const stamp = await files.replace(path, bytes, undefined);
        // A crash may have left a copy there, which would be public.
        if (stamp) await files.writeCopy(path, null);
        return stamp;
      };
      const { done: stamp } = await deferStorageErrors(write, { path, logger, throttle });
      if (!stamp) return undefined;
      const known = { hash: sha256(bytes), stamp: trustedStamp(stamp, clock.now()) };
      return { ...committed[index]!, known };
    }),
  );
  const done = written.filter((one) => one !== undefined);
  await new DocumentBatchRepository(connection).markMaterialised(done);
}
