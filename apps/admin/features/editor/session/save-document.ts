import type { DocumentsSaveInput, SavedDocument } from '@galley/sdk';
import { requireFile, type DocumentWithFile } from '../../../lib/documents.ts';
import { galley } from '../../../lib/galley.ts';
import { readFrontmatter, withValues } from './frontmatter-text.ts';
import { joinSource, type SourceParts } from './source-parts.ts';

interface BeforeSave {
  readonly detail: DocumentWithFile;
  readonly username: string;
}

/** Transfers the document only if more than its text has changed. Throws the refusal of the server. */
export async function saveDocument(
  input: DocumentsSaveInput,
  { detail, username, ...typed }: SourceParts & BeforeSave,
): Promise<DocumentWithFile> {
  const isBodyAlone = !input.frontmatter && input.content === typed.body;
  if (!isBodyAlone || !isPlainSave(detail, username))
    return requireFile(await galley.documents.save({ ...input, include: 'raw' }));
  const saved = await galley.documents.save(input, { prefer: 'minimal' });
  return withSavedBody(detail, saved, { ...typed, username });
}

/** Whether saving a new body changes nothing that only the server can compute. */
function isPlainSave({ editorial, problem, status }: DocumentWithFile, username: string): boolean {
  return (
    status === 'draft' &&
    problem === null &&
    editorial.approvals.length === 0 &&
    editorial.contributors.includes(username)
  );
}

function withSavedBody(
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
