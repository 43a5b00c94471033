import type { IndexedDocument, ReadDocument } from '../document/document.ts';
import { decodeSource } from '../document/frontmatter/decode-source.ts';
import { splitSource } from '../document/frontmatter/fences.ts';
import type { SearchableDocument } from './search-vector.ts';

/** Searchable text of a document, from its row, which has the frontmatter, and the bytes of its head. */
export function searchableHead(
  { place, metadata, problem }: IndexedDocument,
  bytes: Buffer,
): SearchableDocument {
  const { text } = decodeSource(bytes);
  return { place, metadata, problem, text, body: text === null ? '' : splitSource(text).body };
}

/** Unreadable files have no title or author, so the last known metadata of the index applies. */
export function withIndexedMetadata(
  { metadata }: IndexedDocument,
  head: ReadDocument,
): ReadDocument {
  return head.problem ? { ...head, metadata } : head;
}
