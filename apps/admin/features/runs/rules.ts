import type { AuthSession, ProposalDetail, RunsControlInput } from '@galley/sdk';
import { may } from '../../app/session.ts';
import { wordsNow } from '../../lib/words.ts';
import { proposalWords } from './proposal-words.ts';
import { stateName } from './state-words.ts';
import { controlWords } from './words.ts';

export type RunAction = RunsControlInput['action'];
export type Decision = 'accept' | 'request_revision' | 'reject';

export const runActions: readonly RunAction[] = ['start', 'pause', 'resume', 'stop', 'force-stop'];

/** States in which the server allows an action. */
const transitions: Readonly<Record<RunAction, readonly string[]>> = {
  start: ['stopped', 'starting'],
  pause: ['active'],
  resume: ['paused-intake', 'degraded'],
  stop: ['active', 'paused-intake', 'draining'],
  'force-stop': ['active', 'paused-intake', 'draining', 'degraded'],
};

export const statesOver: readonly string[] = ['completed', 'blocked', 'failed'];

/** Reason why an action on a run is disabled; `undefined` if it is enabled. */
export function actionOff(
  action: RunAction,
  run: { readonly state: string; readonly isThere: boolean },
  session: AuthSession,
): string | undefined {
  const text = wordsNow(controlWords);
  if (!may(session, 'runs.control')) return text.needsControl;
  if (transitions[action].includes(run.state) && (run.isThere || action === 'start'))
    return undefined;
  if (!run.isThere) return text.noRunYet;
  if (action === 'start' && statesOver.includes(run.state)) return text.startOnCommandLine;
  return text.takes(text[action], transitions[action].map(stateName));
}

const decidable: Readonly<Record<Decision, readonly string[]>> = {
  accept: ['pending', 'in_review'],
  request_revision: ['pending', 'in_review'],
  reject: ['pending', 'in_review', 'revision_requested'],
};

/** Reason why a decision on a proposal is disabled; `undefined` if it is enabled. */
export function decisionOff(
  decision: Decision,
  proposal: ProposalDetail,
  given: { readonly session: AuthSession; readonly isPatchNew: boolean },
): string | undefined {
  const { session, isPatchNew } = given;
  const text = wordsNow(proposalWords);
  if (!may(session, 'runs.approve')) return wordsNow(controlWords).needsApprove;
  if (isOwn(proposal, session)) return text.own;
  if (!decidable[decision].includes(proposal.status)) return text.is(stateName(proposal.status));
  if (isPatchNew) return text.newPatchReason;
  if (decision === 'accept' && proposal.is_base_current === false) return text.movedReason;
  return undefined;
}

function isOwn({ proposed_by, patch }: ProposalDetail, { username }: AuthSession): boolean {
  return proposed_by === username || patch?.attached_by === username;
}

/** Reason why an accepted proposal cannot be rolled back; `undefined` if it can. */
export function rollbackOff(proposal: ProposalDetail, session: AuthSession): string | undefined {
  const text = wordsNow(proposalWords);
  if (!may(session, 'runs.control')) return wordsNow(controlWords).needsControl;
  if (proposal.rolled_back_at !== null) return text.rolledBackReason;
  return proposal.applied_commit === null ? text.nothingApplied : undefined;
}
