import { mkdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Newsroom } from '../workflow/newsroom.fixtures.ts';

/** As `git mv`. */
export async function move(room: Newsroom, from: string, to: string): Promise<void> {
  await mkdir(dirname(join(room.directory, to)), { recursive: true });
  await rename(join(room.directory, from), join(room.directory, to));
}

/** Living documents, as `path: id, former paths`. */
export async function documentsOf({ database: { db } }: Newsroom): Promise<string[]> {
  const rows = await db
    .selectFrom('documents')
    .select(['id', 'path'])
    .where('deleted_at', 'is', null)
    .orderBy('path')
    .execute();
  const entries = await db
    .selectFrom('document_history')
    .select(['document_id', 'renamed_from'])
    .where('renamed_from', 'is not', null)
    .orderBy('seq')
    .execute();
  return rows.map(({ id, path }) => {
    const former = entries.filter((entry) => entry.document_id === id);
    return [path, ...former.map((entry) => entry.renamed_from)].join(' < ');
  });
}
