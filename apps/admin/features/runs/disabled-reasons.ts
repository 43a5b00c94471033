import type { AuthSession, ProposalDetail } from '@galley/sdk';
import { hasCapability } from '../../app/session.ts';
import { currentMessages } from '../../lib/messages.ts';
import { proposalMessages } from './proposal-messages.ts';
import { stateName } from './state-messages.ts';
import { controlMessages } from './messages.ts';
import { listNames } from '../../lib/format.ts';

export type RunAction = 'start' | 'pause' | 'resume' | 'stop' | 'force-stop' | 'reopen';
export type Decision = 'accept' | 'request_revision' | 'reject';

const transitions: Readonly<Record<RunAction, readonly string[]>> = {
  start: ['starting'],
  reopen: ['stopped', 'completed', 'blocked', 'failed'],
  pause: ['active'],
  resume: ['paused-intake', 'degraded'],
  stop: ['active', 'paused-intake', 'draining'],
  'force-stop': ['active', 'paused-intake', 'draining', 'degraded'],
};

/** Start and reopen only where they apply, because both begin the run. */
export function availableActions(state: string): RunAction[] {
  const begin = (['start', 'reopen'] as const).filter((one) => transitions[one].includes(state));
  return [...begin, 'pause', 'resume', 'stop', 'force-stop'];
}

/** `undefined` if the action is enabled. */
export function actionDisabledReason(
  action: RunAction,
  state: string,
  session: AuthSession,
): string | undefined {
  const text = currentMessages(controlMessages);
  if (!hasCapability(session, 'runs.control')) return text.needsControl;
  if (transitions[action].includes(state)) return undefined;
  const states = listNames(transitions[action].map(stateName), 'disjunction');
  return text.takes({ action: text[action], states });
}

const decidable: Readonly<Record<Decision, readonly string[]>> = {
  accept: ['pending', 'in_review'],
  request_revision: ['pending', 'in_review'],
  reject: ['pending', 'in_review', 'revision_requested'],
};

export function decisionDisabledReason(
  decision: Decision,
  proposal: ProposalDetail,
  given: { readonly session: AuthSession; readonly isPatchNew: boolean },
): string | undefined {
  const { session, isPatchNew } = given;
  const text = currentMessages(proposalMessages);
  if (!hasCapability(session, 'runs.approve')) return currentMessages(controlMessages).needsApprove;
  if (isOwn(proposal, session)) return text.own;
  if (!decidable[decision].includes(proposal.status))
    return text.is({ state: stateName(proposal.status) });
  if (isPatchNew) return text.newPatchReason;
  if (decision === 'accept' && proposal.is_base_current === false) return text.movedReason;
  return undefined;
}

function isOwn({ proposed_by, patch }: ProposalDetail, { username }: AuthSession): boolean {
  return proposed_by === username || patch?.attached_by === username;
}

export function rollbackDisabledReason(
  proposal: ProposalDetail,
  session: AuthSession,
): string | undefined {
  const text = currentMessages(proposalMessages);
  if (!hasCapability(session, 'runs.control')) return currentMessages(controlMessages).needsControl;
  if (proposal.rolled_back_at !== null) return text.rolledBackReason;
  return proposal.applied_commit === null ? text.nothingApplied : undefined;
}
