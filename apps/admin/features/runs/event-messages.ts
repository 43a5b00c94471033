import type { RunEvent } from '@galley/sdk';
import { defineMessages, withValues, currentMessages } from '../../lib/messages.ts';
import { stateName, voteName } from './state-messages.ts';

const eventMessages = defineMessages('event', {
  somebody: 'someone',
  'task.assigned': withValues<EventFields>('Task {task} assigned to {agent}'),
  'task.created': withValues<EventFields>('{agent} created the task “{title}”'),
  'task.claimed': withValues<EventFields>('{agent} claimed the task {task}'),
  'task.status_changed': withValues<EventFields>('{agent} changed the task {task} to: {to}'),
  'task.edited': withValues<EventFields>('{agent} edited task {task}'),
  'task.taken_over': withValues<EventFields>('{agent} took over the task {task}'),
  'task.unassigned': withValues<EventFields>('Task {task} taken from {agent}: {reason}'),
  'resource.claimed': withValues<EventFields>('{agent} claimed {resource}'),
  'resource.released': withValues<EventFields>('{agent} released {resource}'),
  'proposal.created': withValues<EventFields>('{agent} proposed “{title}”'),
  'proposal.patch_attached': withValues<EventFields>('{agent} attached a patch to a proposal'),
  'proposal.review_requested': 'Reviews requested for a proposal',
  'proposal.checked': 'Checks of a proposal finished',
  'proposal.withdrawn': withValues<EventFields>('{agent} withdrew a proposal'),
  'proposal.accepted': withValues<EventFields>('{person} accepted a proposal'),
  'proposal.rejected': withValues<EventFields>('{person} rejected a proposal'),
  'proposal.revision_requested': withValues<EventFields>(
    '{person} requested a revision of a proposal',
  ),
  'proposal.commented': withValues<EventFields>('{person} commented on a proposal'),
  'proposal.rolled_back': withValues<EventFields>('{person} rolled back a proposal'),
  'proposal.pull_request_opened': withValues<EventFields>('Pull request opened: {url}'),
  'proposal.pull_request_updated': withValues<EventFields>('Pull request updated: {url}'),
  'proposal.pull_request_failed': withValues<EventFields>('Pull request failed: {error}'),
  'proposal.pull_request_closed': withValues<EventFields>('Pull request ended: {to}'),
  'proposal.merged': 'Pull request of a proposal merged',
  'vote.cast': withValues<EventFields>('{agent} voted on a proposal: {vote}'),
  'deliberation.opened': withValues<EventFields>('{agent} opened a deliberation on “{topic}”'),
  'deliberation.posted': withValues<EventFields>('{agent} posted in a deliberation'),
  'deliberation.closed': withValues<EventFields>('{agent} closed a deliberation'),
  'memory.recorded': withValues<EventFields>('{agent} saved to memory: “{topic}”'),
  'agent.turn_requested': withValues<EventFields>('Turn requested for {agent}: {reason}'),
  'agent.turn_scheduled': withValues<EventFields>('Turn scheduled for {agent}: {reason}'),
  'agent.turn_started': withValues<EventFields>('{agent} started its turn'),
  'agent.turn_heartbeat': withValues<EventFields>('{agent} is still working'),
  'agent.turn_completed': withValues<EventFields>('{agent} completed its turn. {summary}'),
  'agent.turn_failed': withValues<EventFields>('The turn of {agent} failed: {reason}'),
  'agent.turn_expired': withValues<EventFields>('The turn of {agent} ended: {reason}'),
  'orchestrator.completed': 'Run completed',
  'orchestrator.paused': withValues<EventFields>('Run paused. {detail}'),
  'orchestrator.blocked': 'Run blocked',
  'orchestrator.retry': withValues<EventFields>('A tick failed and will be retried: {error}'),
  'orchestrator.failed': withValues<EventFields>('Run failed: {error}'),
  'human.approval_requested': withValues<EventFields>('{agent} requested approval. {reason}'),
  'human.approval_decided': withValues<EventFields>('Approval request decided: {decision}'),
  'human.question_asked': withValues<EventFields>('{agent} asked people a question'),
  'human.question_answered': withValues<EventFields>('{person} answered {agent}'),
});

type EventFields = Readonly<
  Record<
    | 'task'
    | 'agent'
    | 'person'
    | 'title'
    | 'to'
    | 'resource'
    | 'vote'
    | 'topic'
    | 'reason'
    | 'detail'
    | 'summary'
    | 'error'
    | 'url'
    | 'decision',
    string
  >
>;

/** An unknown type is returned as it is. */
export function eventText({ type, payload }: RunEvent): string {
  const known = currentMessages(eventMessages);
  if (type === 'somebody' || !Object.hasOwn(known, type)) return type;
  const sentence = known[type as keyof typeof known];
  return typeof sentence === 'string'
    ? sentence
    : sentence(readEventFields(payload, known.somebody)).trim();
}

function readEventFields(payload: unknown, somebody: string): EventFields {
  const of = (...names: string[]) =>
    names.map((name) => payloadText(payload, name)).find(Boolean) ?? '';
  return {
    task: of('title', 'task_id'),
    agent:
      of('agent_id', 'assigned_agent_id', 'requested_by', 'created_by', 'changed_by') || somebody,
    person: of('decided_by', 'rolled_back_by', 'answered_by', 'by') || somebody,
    title: of('title'),
    to: stateName(of('to', 'status', 'state')),
    resource: of('resource'),
    vote: voteName(of('decision', 'vote')),
    topic: of('topic'),
    reason: of('reason'),
    detail: of('detail'),
    summary: of('summary'),
    error: of('error', 'problem'),
    url: of('url'),
    decision: stateName(of('decision')),
  };
}

/** Shortened; the expanded payload has the whole value. */
export function payloadText(payload: unknown, name: string): string {
  if (typeof payload !== 'object' || payload === null) return '';
  const value = Object.hasOwn(payload, name) ? (payload as Record<string, unknown>)[name] : '';
  return typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 300) : '';
}
