import type { IndexedDocument, ReadDocument, SummarizedDocument } from '../document/document.ts';
import { decodeSource } from '../document/frontmatter/decode-source.ts';
import { splitSource } from '../document/frontmatter/fences.ts';
import type { SearchableDocument } from './search-vector.ts';

export function searchableHead(
  { place, metadata, problem }: SummarizedDocument,
  bytes: Buffer,
): SearchableDocument {
  const { text } = decodeSource(bytes);
  return { place, metadata, problem, text, body: text === null ? '' : splitSource(text).body };
}

/** Unreadable files have no title or author. */
export function withIndexedMetadata(
  { metadata }: IndexedDocument,
  head: ReadDocument,
): ReadDocument {
  return head.problem ? { ...head, metadata } : head;
}
