import type { CallOptions, DocumentDetail } from '@galley/sdk';
import { getDocument, requireFile, type DocumentWithFile } from '../../../lib/documents.ts';
import { withValues } from './frontmatter-text.ts';
import { foreignFrontmatter, joinSource } from './source-parts.ts';

export interface EditableDocument extends DocumentWithFile {
  /** With YAML frontmatter, also where the file has TOML or JSON. */
  readonly raw: string;
  /** Saves then send the values of the frontmatter, because the server keeps the format of the file. */
  readonly isForeign: boolean;
}

export async function getEditable(path: string, options?: CallOptions): Promise<EditableDocument> {
  return requireEditable(await getDocument(path, options));
}

export function requireEditable(detail: DocumentDetail): EditableDocument {
  const file = requireFile(detail);
  const isForeign = foreignFrontmatter.test(file.raw) && file.problem?.severity !== 'error';
  if (!isForeign) return { ...file, isForeign };
  const yaml = withValues('', file.frontmatter, () => true);
  return { ...file, raw: joinSource({ yaml, body: file.raw_body }), isForeign };
}
