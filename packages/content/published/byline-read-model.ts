import { sql } from 'kysely';
import type { Database } from '@galley/database';
import type { PublishedDocument } from './published.ts';

/** For documents that no row of `published_documents` holds. */
export async function withByline(
  db: Database,
  document: PublishedDocument,
): Promise<PublishedDocument> {
  const { author, params } = document;
  const authors = JSON.stringify(params['authors'] ?? null);
  const { rows } = await sql<Pick<PublishedDocument, 'authorName' | 'authorPictures'>>`
    select (select name from users where username = ${author} and username not like 'service:%') as "authorName",
      byline_pictures(${author}, ${authors}) as "authorPictures"
  `.execute(db);
  return { ...document, ...rows[0]! };
}
