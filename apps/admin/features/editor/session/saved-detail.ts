import type { SavedDocument } from '@galley/sdk';
import type { DocumentWithFile } from '../../../lib/documents.ts';
import { readFrontmatter, withValues } from './frontmatter-text.ts';
import { joinSource, type SourceParts } from './source-parts.ts';

/** Whether saving a new body changes nothing that only the server can compute. */
export function isPlainSave(
  { editorial, problem, status }: DocumentWithFile,
  username: string,
): boolean {
  return (
    status === 'draft' &&
    problem === null &&
    editorial.approvals.length === 0 &&
    editorial.contributors.includes(username)
  );
}

export function withSavedBody(
  detail: DocumentWithFile,
  saved: SavedDocument,
  { yaml, body, username }: SourceParts & { readonly username: string },
): DocumentWithFile {
  const { revision, status, updated_at: updatedAt } = saved;
  const stamps = { last_editor: username, updated_at: updatedAt };
  const values = { ...readFrontmatter(yaml).values, ...stamps };
  return {
    ...detail,
    ...saved,
    ...stamps,
    raw: joinSource({ yaml: withValues(yaml, values, () => true), body }),
    raw_body: body,
    last_change: { cause: 'save', author: username, at: updatedAt ?? new Date().toISOString() },
    editorial: { ...detail.editorial, revision, status },
    working_copy: null,
  };
}
