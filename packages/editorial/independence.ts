import { isSamePerson, reservedUsernames, type SharedAccounts } from '@galley/kernel';
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
  readonly persons?: SharedAccounts | undefined;
}

/** ADD-IND-2, ADD-IND-3, ADD-SSO-4. */
export function relationOf(username: string, parties: Parties): Relation {
  const { owner, assignee, editors, contributors, jointApprovers, independence, persons } = parties;
  const isThem = (name: string | null | undefined) =>
    typeof name === 'string' && isSamePerson(name, username, persons);
  // The list of contributors omits reserved names, which a user may have from before they were reserved.
  const isContributor =
    independence === 'contributors' &&
    (contributors.some(isThem) || reservedUsernames.has(username));
  const together = jointApprovers.filter((name) => contributors.includes(name));
  const others = together.filter((name) => !isThem(name));
  return {
    isOwner: isThem(owner),
    isAssignee: isThem(assignee),
    isLastEditor: editors.some(isThem),
    isContributor,
    isJointApprover: isContributor && together.includes(username) && others.length > 0,
  };
}

/** Whether a decision of this user counts alone. */
export function isIndependent(username: string, parties: Parties): boolean {
  return !Object.values(relationOf(username, parties)).includes(true);
}
