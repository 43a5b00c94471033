import { reservedUsernames } from '@galley/kernel';
import type { Relation } from './decide-review.ts';

export type Independence = 'contributors' | 'last_editor';

export interface Parties {
  readonly independence: Independence;
  readonly owner: string | null;
  readonly assignee: string | null;
  readonly editors: readonly (string | null | undefined)[];
  readonly contributors: readonly string[];
  /** Contributors who may review: two of them approve together. */
  readonly jointApprovers: readonly string[];
}

/** ADD-IND-2, ADD-IND-3. */
export function relationOf(username: string, parties: Parties): Relation {
  const { owner, assignee, editors, contributors, jointApprovers, independence } = parties;
  // The list of contributors omits reserved names, which a user may have from before they were reserved.
  const isContributor =
    independence === 'contributors' &&
    (contributors.includes(username) || reservedUsernames.has(username));
  const together = jointApprovers.filter((name) => contributors.includes(name));
  return {
    isOwner: owner === username,
    isAssignee: assignee === username,
    isLastEditor: editors.includes(username),
    isContributor,
    isJointApprover: isContributor && together.includes(username) && together.length > 1,
  };
}

/** Whether a decision of this user counts alone. */
export function isIndependent(username: string, parties: Parties): boolean {
  return !Object.values(relationOf(username, parties)).includes(true);
}
