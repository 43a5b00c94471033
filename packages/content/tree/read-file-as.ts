import type { SiteSettings } from '@galley/settings';
import type { TreeFile } from './content-tree.ts';
import type { DocumentLocation, ReadDocument } from '../document/document.ts';
import { readDocument } from '../document/read-document.ts';

/** A file that is too large gives a problem and is not loaded. */
export function readFileAs(
  { maxBytes, settings }: { readonly maxBytes: number; readonly settings: () => SiteSettings },
  place: DocumentLocation,
  { bytes, size }: TreeFile,
): ReadDocument {
  if (bytes) return readDocument(place, bytes, settings());
  const message = `The file has ${size} bytes; the limit is ${maxBytes} (limits.document_body).`;
  return {
    ...readDocument(place, Buffer.alloc(0), settings()),
    text: null,
    problem: { message, line: 1, column: 1 },
  };
}
