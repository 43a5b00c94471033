import type { Database } from '@galley/database';
import type { Independence } from '@galley/settings';
import type { IndexedDocument } from '../document.ts';
import { ContributorsReadModel } from './contributors-read-model.ts';
import type { Relation } from './decide-review.ts';
import { LastEditorReadModel } from './last-editor-read-model.ts';

/** Who has had a part in a text, and by which rule that bars them from deciding about it alone. */
export interface Parties {
  readonly independence: Independence;
  readonly owner: string | null;
  readonly assignee: string | null;
  readonly editors: readonly (string | null | undefined)[];
  readonly contributors: readonly string[];
  /** Contributors who may review: two of them approve together. */
  readonly jointApprovers: readonly string[];
}

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
    // The file's word is believed where it bars somebody: an edit on disk may be signed there.
    editors: [
      metadata.lastEditor,
      ...(isLiteral ? [await new LastEditorReadModel(db).find(documentId)] : []),
    ],
    contributors: await new ContributorsReadModel(db).find(documentId),
    jointApprovers,
  };
}

/** What somebody is to a text (ADD-IND-2, ADD-IND-3). */
export function relationOf(username: string, parties: Parties): Relation {
  const { owner, assignee, editors, contributors, jointApprovers, independence } = parties;
  const isContributor = independence === 'contributors' && contributors.includes(username);
  const together = jointApprovers.filter((name) => contributors.includes(name));
  return {
    isOwner: owner === username,
    isAssignee: assignee === username,
    isLastEditor: editors.includes(username),
    isContributor,
    isJointApprover: isContributor && together.includes(username) && together.length > 1,
  };
}

/** Whether somebody's decision alone counts. */
export function isIndependent(username: string, parties: Parties): boolean {
  return !Object.values(relationOf(username, parties)).includes(true);
}
