import type { CallOptions, DocumentDetail } from '@galley/sdk';
import { galley } from './galley.ts';

export type DocumentWithFile = DocumentDetail & { readonly raw: string };

export async function getDocument(path: string, options?: CallOptions): Promise<DocumentWithFile> {
  return requireFile(await galley.documents.get({ path, include: 'raw' }, options));
}

/** Taking a missing text for an empty one would overwrite the document. */
export function requireFile(detail: DocumentDetail): DocumentWithFile {
  const { path, raw } = detail;
  if (raw === undefined) throw new Error(`The server sent ${path} without its file.`);
  return { ...detail, raw };
}
