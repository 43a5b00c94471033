import type { Database } from '@galley/database';
import { DocumentLocks } from '../store/document-locks.ts';
import { UnwrittenReadModel } from '../store/unwritten-read-model.ts';

/**
 * Path of a document whose file lacks a committed change, after waiting for writes in progress. Call it before copying
 * the content folder, or the copy would lack acknowledged changes.
 */
export async function findUnwritten(db: Database): Promise<string | undefined> {
  const locks = new DocumentLocks(db);
  for (let last = ''; ;) {
    const [path] = await new UnwrittenReadModel(db).listAfter(last, 1);
    if (path === undefined) return undefined;
    const isBehind = await locks.hold(
      path,
      async (connection) => (await new UnwrittenReadModel(connection).countAmong([path])) > 0,
    );
    if (isBehind) return path;
    last = path;
  }
}
