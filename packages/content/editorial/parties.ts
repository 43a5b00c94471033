import type { Database } from '@galley/database';
import type { IndexedDocument } from '../document.ts';
import type { Relation } from './decide-review.ts';
import { LastEditorReadModel } from './last-editor-read-model.ts';

/** Who has had a part in a text, and so decides nothing about it. */
export interface Parties {
  readonly owner: string | null;
  readonly assignee: string | null;
  readonly editors: readonly (string | null | undefined)[];
}

export async function partiesOf(
  db: Database,
  { documentId, metadata, editorial }: IndexedDocument,
): Promise<Parties> {
  return {
    owner: metadata.author,
    assignee: editorial.assignee,
    // The file's word is believed where it bars somebody: an edit on disk may be signed there.
    editors: [await new LastEditorReadModel(db).find(documentId), metadata.lastEditor],
  };
}

export function relationOf(username: string, { owner, assignee, editors }: Parties): Relation {
  return {
    isOwner: owner === username,
    isAssignee: assignee === username,
    isLastEditor: editors.includes(username),
  };
}

export function isIndependent(username: string, parties: Parties): boolean {
  return !Object.values(relationOf(username, parties)).includes(true);
}
