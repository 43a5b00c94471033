import type { IndexedDocument, ReadDocument } from '../document/document.ts';
import { decodeSource } from '../document/frontmatter/decode-source.ts';
import { splitSource } from '../document/frontmatter/fences.ts';
import type { SearchableDocument } from './search-vector.ts';

/** What is searched of a document, from its row and the bytes of its head; its frontmatter is in the row already. */
export function searchableHead(
  { place, metadata, problem }: IndexedDocument,
  bytes: Buffer,
): SearchableDocument {
  const { text } = decodeSource(bytes);
  return { place, metadata, problem, text, body: text === null ? '' : splitSource(text).body };
}

/** A file that cannot be read says nothing of its title or author; the index has what it knew. */
export function asKnown({ metadata }: IndexedDocument, head: ReadDocument): ReadDocument {
  return head.problem ? { ...head, metadata } : head;
}
