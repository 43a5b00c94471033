import type { Database } from '@galley/database';
import { DocumentLocks } from '../store/document-locks.ts';
import { UnwrittenReadModel } from '../store/unwritten-read-model.ts';

/** Waits for writes in progress. A copy of the content folder would lack the changes of such a document. */
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
