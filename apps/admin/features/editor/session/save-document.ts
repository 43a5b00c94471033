import type { DocumentsSaveInput, SavedDocument } from '@galley/sdk';
import { requireEditable, type EditableDocument } from './editable-document.ts';
import { galley } from '../../../lib/galley.ts';
import { readFrontmatter, withValues } from './frontmatter-text.ts';
import { joinSource, type SourceParts } from './source-parts.ts';

interface BeforeSave {
  readonly detail: EditableDocument;
  readonly username: string;
}

/** Transfers the document only if more than its text has changed. Throws the refusal of the server. */
export async function saveDocument(
  input: DocumentsSaveInput,
  { detail, username, ...typed }: SourceParts & BeforeSave,
): Promise<EditableDocument> {
  const isBodyAlone = !input.frontmatter && input.content === typed.body;
  if (!isBodyAlone || !isPlainSave(detail, username))
    return requireEditable(await galley.documents.save({ ...input, include: 'raw' }));
  const saved = await galley.documents.save(input, { prefer: 'minimal' });
  return withSavedBody(detail, saved, { ...typed, username });
}

/** Whether saving a new body changes nothing that only the server can compute. */
function isPlainSave({ editorial, problem, status }: EditableDocument, username: string): boolean {
  return (
    status === 'draft' &&
    problem === null &&
    editorial.approvals.length === 0 &&
    editorial.contributors.includes(username)
  );
}

function withSavedBody(
  detail: EditableDocument,
  saved: SavedDocument,
  { yaml, body, username }: SourceParts & { readonly username: string },
): EditableDocument {
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
