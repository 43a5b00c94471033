import type { Database } from '@galley/database';
import { DocumentLocks } from '../store/document-locks.ts';
import { UnwrittenReadModel } from '../store/unwritten-read-model.ts';

/**
 * The path of a document whose file is behind what was saved, if there is one, once what is just being written has
 * been. What copies the content folder asks it first, or the copy would lack what was acknowledged.
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
