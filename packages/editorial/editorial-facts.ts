/** The owner is the `author` of the frontmatter. */
export interface Assignment {
  readonly assignee: string | null;
  /** When set, only this person decides. */
  readonly reviewer: string | null;
}

/** Valid for one revision only. */
export interface Approval {
  readonly by: string;
  readonly at: Date;
  readonly revision: string;
}

export interface EditorialFacts extends Assignment {
  readonly approval: Approval | null;
  /** First of two approvals by contributors, valid only with the second (ADD-IND-3). */
  readonly firstApproval?: Approval | undefined;
}

export type ReviewAction = 'approve' | 'request_changes';
export type EditorialAction = 'assign' | ReviewAction;

/** Retained permanently (CMS-ST-2, CMS-ST-3, CMS-ST-4, CMS-EVT-2). */
export interface EditorialEvent {
  readonly id: string;
  readonly action: EditorialAction | 'request_review';
  readonly actor: string;
  readonly at: Date;
  readonly revision: string;
  readonly note: string | null;
  /** For an assignment, the assigned people. */
  readonly details: Readonly<Record<string, unknown>>;
}

export const oneMoreNeeded = { approvals_needed: 1 } as const;

export const noAssignment: EditorialFacts = {
  assignee: null,
  reviewer: null,
  approval: null,
};

export function currentApproval(
  { approval }: EditorialFacts,
  revision: string,
): Approval | undefined {
  return approval?.revision === revision ? approval : undefined;
}

/** Oldest first: a complete one, or the first of two. */
export function currentApprovals(
  { approval, firstApproval }: EditorialFacts,
  revision: string,
): Approval[] {
  return [firstApproval, approval]
    .filter((one) => one !== null && one !== undefined)
    .filter((one) => one.revision === revision)
    .sort((one, other) => +one.at - +other.at);
}

export function otherApproval(
  approvals: readonly Approval[],
  username: string,
): Approval | undefined {
  return approvals.findLast(({ by }) => by !== username);
}
