import { findSharedAccounts, type Database } from '@galley/database';
import type { Independence, Parties } from '@galley/editorial';
import type { IndexedDocument } from '../document/document.ts';
import { ContributorsReadModel } from '../history/contributors-read-model.ts';
import { LastEditorReadModel } from '../history/last-editor-read-model.ts';
import { MediaEditorsReadModel } from '../history/media-editors-read-model.ts';

interface Rule {
  readonly independence: Independence;
  readonly jointApprovers?: readonly string[] | undefined;
}

export async function partiesOf(
  db: Database,
  { documentId, metadata, editorial }: IndexedDocument,
  { independence, jointApprovers = [] }: Rule,
): Promise<Parties> {
  const isLiteral = independence === 'last_editor';
  return {
    independence,
    owner: metadata.author,
    assignee: editorial.assignee,
    // Unverified, but it can only bar a person: an edit on disk may be signed there.
    editors: [
      metadata.lastEditor,
      ...(isLiteral
        ? await new LastEditorReadModel(db).find(documentId)
        : await new MediaEditorsReadModel(db).find(documentId)),
    ],
    contributors: await new ContributorsReadModel(db).find(documentId),
    jointApprovers,
    persons: await findSharedAccounts(db),
  };
}
