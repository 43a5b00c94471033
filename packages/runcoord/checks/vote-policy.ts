import type { VotePolicy } from '../recipes/run-recipe-repository.ts';

/** The votes on the newest patch of a proposal, and its checks. */
export interface VoteSituation {
  /** Names of failing checks. */
  readonly failing: readonly string[];
  readonly approvals: number;
  readonly rejecting: readonly { readonly agentId: string; readonly comment: string }[];
  /** Reviewers that have not voted on this patch. */
  readonly outstanding: number;
}

/** Sentences about why the proposal goes back to its agent; empty if it does not. */
export function reasonsToReturn(
  { approve, reject }: VotePolicy,
  { failing, approvals, rejecting, outstanding }: VoteSituation,
): string[] {
  if (approve === undefined && reject === undefined) return [];
  const reasons: string[] = [];
  if (failing.length > 0) reasons.push(`These checks fail: ${failing.join(', ')}.`);
  const rejections = rejecting.length;
  const isOverLimit = reject !== undefined && rejections > reject;
  const isOutOfReach = approve !== undefined && rejections > 0 && approvals + outstanding < approve;
  if (isOverLimit) reasons.push(`${counted(rejections)} it; at most ${reject} may.`);
  else if (isOutOfReach)
    reasons.push(`${counted(rejections)} it, so that it cannot get ${approve} approvals.`);
  return reasons;
}

/** Whether a person's time is due: the policy returns nothing, and no vote that it counts is outstanding. */
export function isReadyForPeople(
  policy: VotePolicy,
  situation: VoteSituation & { readonly mayReturn: boolean },
): boolean {
  const { approve = 0 } = policy;
  if (!situation.mayReturn) return true;
  if (reasonsToReturn(policy, situation).length > 0) return false;
  return situation.approvals >= approve || situation.outstanding === 0;
}

function counted(rejections: number): string {
  return rejections === 1 ? '1 reviewer rejects' : `${rejections} reviewers reject`;
}
