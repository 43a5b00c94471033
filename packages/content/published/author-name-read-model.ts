import type { Database } from '@galley/database';
import type { PublishedDocument } from './published.ts';

/** For documents that no row of `published_documents` holds. */
export async function withAuthorName(
  db: Database,
  document: PublishedDocument,
): Promise<PublishedDocument> {
  if (document.author === null) return document;
  const user = await db
    .selectFrom('users')
    .select('name')
    .where('username', '=', document.author)
    .executeTakeFirst();
  return { ...document, authorName: user?.name ?? null };
}
