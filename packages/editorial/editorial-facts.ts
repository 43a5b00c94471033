/** Who works on a document besides its owner, who is the `author` of its frontmatter. */
export interface Assignment {
  readonly assignee: string | null;
  /** When there is one, only they decide. */
  readonly reviewer: string | null;
}

/** That somebody found a revision fit to be published. It holds for that revision alone. */
export interface Approval {
  readonly by: string;
  readonly at: Date;
  readonly revision: string;
}

export interface EditorialFacts extends Assignment {
  readonly approval: Approval | null;
  /** The first of two approvals by contributors, which counts with the second (ADD-IND-3). */
  readonly firstApproval?: Approval | undefined;
}

export type ReviewAction = 'approve' | 'request_changes';
export type EditorialAction = 'assign' | ReviewAction;

/** What was done about a document, as it is retained for good (CMS-ST-2, CMS-ST-3, CMS-ST-4, CMS-EVT-2). */
export interface EditorialEvent {
  readonly id: string;
  readonly action: EditorialAction | 'request_review';
  readonly actor: string;
  readonly at: Date;
  /** The revision that it was about. */
  readonly revision: string;
  readonly note: string | null;
  /** Of an assignment, who is what since then. */
  readonly details: Readonly<Record<string, unknown>>;
}

/** What the event of a first approval says in its details. */
export const oneMoreNeeded = { approvals_needed: 1 } as const;

export const nobodyAssigned: EditorialFacts = {
  assignee: null,
  reviewer: null,
  approval: null,
};

/** The approval that holds for this revision. */
export function currentApproval(
  { approval }: EditorialFacts,
  revision: string,
): Approval | undefined {
  return approval?.revision === revision ? approval : undefined;
}

/** What was approved of this revision so far, oldest first: complete, or the first of two. */
export function currentApprovals(
  { approval, firstApproval }: EditorialFacts,
  revision: string,
): Approval[] {
  return [firstApproval, approval]
    .filter((one) => one !== null && one !== undefined)
    .filter((one) => one.revision === revision)
    .sort((one, other) => +one.at - +other.at);
}

/** The newest approval that somebody else gave. */
export function otherApproval(
  approvals: readonly Approval[],
  username: string,
): Approval | undefined {
  return approvals.findLast(({ by }) => by !== username);
}
