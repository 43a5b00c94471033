import type { RunEvent } from '@galley/sdk';
import { defineMessages, currentMessages } from '../../lib/messages.ts';
import { stateName, voteName } from './state-messages.ts';

const eventMessages = defineMessages({
  en: {
    somebody: 'someone',
    'task.assigned': (it: EventFields) => `Task ${it.task} assigned to ${it.agent}`,
    'task.created': (it: EventFields) => `${it.agent} created the task “${it.title}”`,
    'task.claimed': (it: EventFields) => `${it.agent} claimed the task ${it.task}`,
    'task.status_changed': (it: EventFields) =>
      `${it.agent} changed the task ${it.task} to: ${it.to}`,
    'task.edited': (it: EventFields) => `${it.agent} edited task ${it.task}`,
    'task.taken_over': (it: EventFields) => `${it.agent} took over the task ${it.task}`,
    'task.unassigned': (it: EventFields) => `Task ${it.task} taken from ${it.agent}: ${it.reason}`,
    'resource.claimed': (it: EventFields) => `${it.agent} claimed ${it.resource}`,
    'resource.released': (it: EventFields) => `${it.agent} released ${it.resource}`,
    'proposal.created': (it: EventFields) => `${it.agent} proposed “${it.title}”`,
    'proposal.patch_attached': (it: EventFields) => `${it.agent} attached a patch to a proposal`,
    'proposal.review_requested': 'Reviews requested for a proposal',
    'proposal.checked': 'Checks of a proposal finished',
    'proposal.withdrawn': (it: EventFields) => `${it.agent} withdrew a proposal`,
    'proposal.accepted': (it: EventFields) => `${it.person} accepted a proposal`,
    'proposal.rejected': (it: EventFields) => `${it.person} rejected a proposal`,
    'proposal.revision_requested': (it: EventFields) =>
      `${it.person} requested a revision of a proposal`,
    'proposal.commented': (it: EventFields) => `${it.person} commented on a proposal`,
    'proposal.rolled_back': (it: EventFields) => `${it.person} rolled back a proposal`,
    'proposal.pull_request_opened': (it: EventFields) => `Pull request opened: ${it.url}`,
    'proposal.pull_request_updated': (it: EventFields) => `Pull request updated: ${it.url}`,
    'proposal.pull_request_failed': (it: EventFields) => `Pull request failed: ${it.error}`,
    'proposal.pull_request_closed': (it: EventFields) => `Pull request ended: ${it.to}`,
    'proposal.merged': 'Pull request of a proposal merged',
    'vote.cast': (it: EventFields) => `${it.agent} voted on a proposal: ${it.vote}`,
    'deliberation.opened': (it: EventFields) =>
      `${it.agent} opened a deliberation on “${it.topic}”`,
    'deliberation.posted': (it: EventFields) => `${it.agent} posted in a deliberation`,
    'deliberation.closed': (it: EventFields) => `${it.agent} closed a deliberation`,
    'memory.recorded': (it: EventFields) => `${it.agent} saved to memory: “${it.topic}”`,
    'agent.turn_requested': (it: EventFields) => `Turn requested for ${it.agent}: ${it.reason}`,
    'agent.turn_scheduled': (it: EventFields) => `Turn scheduled for ${it.agent}: ${it.reason}`,
    'agent.turn_started': (it: EventFields) => `${it.agent} started its turn`,
    'agent.turn_heartbeat': (it: EventFields) => `${it.agent} is still working`,
    'agent.turn_completed': (it: EventFields) => `${it.agent} completed its turn. ${it.summary}`,
    'agent.turn_failed': (it: EventFields) => `The turn of ${it.agent} failed: ${it.reason}`,
    'agent.turn_expired': (it: EventFields) =>
      `The turn of ${it.agent} ended: ${it.reason || 'expired'}`,
    'orchestrator.completed': 'Run completed',
    'orchestrator.paused': (it: EventFields) => `Run paused. ${it.detail}`,
    'orchestrator.blocked': 'Run blocked',
    'orchestrator.retry': (it: EventFields) => `A tick failed and will be retried: ${it.error}`,
    'orchestrator.failed': (it: EventFields) => `Run failed: ${it.error}`,
    'human.approval_requested': (it: EventFields) => `${it.agent} requested approval. ${it.reason}`,
    'human.approval_decided': (it: EventFields) => `Approval request decided: ${it.decision}`,
    'human.question_asked': (it: EventFields) => `${it.agent} asked people a question`,
    'human.question_answered': (it: EventFields) => `${it.person} answered ${it.agent}`,
  },
  de: {
    somebody: 'jemand',
    'task.assigned': (it: EventFields) => `Aufgabe ${it.task} ging an ${it.agent}`,
    'task.created': (it: EventFields) => `${it.agent} hat die Aufgabe „${it.title}“ angelegt`,
    'task.claimed': (it: EventFields) => `${it.agent} hat die Aufgabe ${it.task} genommen`,
    'task.status_changed': (it: EventFields) =>
      `${it.agent} hat die Aufgabe ${it.task} gesetzt auf: ${it.to}`,
    'task.edited': (it: EventFields) => `${it.agent} hat die Aufgabe ${it.task} bearbeitet`,
    'task.taken_over': (it: EventFields) => `${it.agent} hat die Aufgabe ${it.task} übernommen`,
    'task.unassigned': (it: EventFields) =>
      `Aufgabe ${it.task} wurde ${it.agent} entzogen: ${it.reason}`,
    'resource.claimed': (it: EventFields) => `${it.agent} belegt ${it.resource}`,
    'resource.released': (it: EventFields) => `${it.agent} gibt ${it.resource} frei`,
    'proposal.created': (it: EventFields) => `${it.agent} hat „${it.title}“ vorgeschlagen`,
    'proposal.patch_attached': (it: EventFields) =>
      `${it.agent} hat einem Vorschlag einen Patch angehängt`,
    'proposal.review_requested': 'Prüfungen eines Vorschlags angefordert',
    'proposal.checked': 'Automatische Prüfungen eines Vorschlags beendet',
    'proposal.withdrawn': (it: EventFields) => `${it.agent} hat einen Vorschlag zurückgezogen`,
    'proposal.accepted': (it: EventFields) => `${it.person} hat einen Vorschlag angenommen`,
    'proposal.rejected': (it: EventFields) => `${it.person} hat einen Vorschlag abgelehnt`,
    'proposal.revision_requested': (it: EventFields) =>
      `${it.person} hat die Überarbeitung eines Vorschlags verlangt`,
    'proposal.commented': (it: EventFields) => `${it.person} hat einen Vorschlag kommentiert`,
    'proposal.rolled_back': (it: EventFields) => `${it.person} hat einen Vorschlag zurückgenommen`,
    'proposal.pull_request_opened': (it: EventFields) => `Pull-Request geöffnet: ${it.url}`,
    'proposal.pull_request_updated': (it: EventFields) => `Pull-Request aktualisiert: ${it.url}`,
    'proposal.pull_request_failed': (it: EventFields) => `Pull-Request gescheitert: ${it.error}`,
    'proposal.pull_request_closed': (it: EventFields) => `Pull-Request beendet: ${it.to}`,
    'proposal.merged': 'Pull-Request eines Vorschlags gemergt',
    'vote.cast': (it: EventFields) => `${it.agent} hat über einen Vorschlag abgestimmt: ${it.vote}`,
    'deliberation.opened': (it: EventFields) =>
      `${it.agent} hat eine Beratung begonnen: „${it.topic}“`,
    'deliberation.posted': (it: EventFields) => `${it.agent} hat sich in einer Beratung geäußert`,
    'deliberation.closed': (it: EventFields) => `${it.agent} hat eine Beratung geschlossen`,
    'memory.recorded': (it: EventFields) =>
      `${it.agent} hat im Gedächtnis gespeichert: „${it.topic}“`,
    'agent.turn_requested': (it: EventFields) => `Zug für ${it.agent} angefordert: ${it.reason}`,
    'agent.turn_scheduled': (it: EventFields) => `Zug für ${it.agent} geplant: ${it.reason}`,
    'agent.turn_started': (it: EventFields) => `${it.agent} hat den Zug begonnen`,
    'agent.turn_heartbeat': (it: EventFields) => `${it.agent} arbeitet noch`,
    'agent.turn_completed': (it: EventFields) => `${it.agent} hat den Zug beendet. ${it.summary}`,
    'agent.turn_failed': (it: EventFields) =>
      `Der Zug von ${it.agent} ist gescheitert: ${it.reason}`,
    'agent.turn_expired': (it: EventFields) =>
      `Der Zug von ${it.agent} endete: ${it.reason || 'abgelaufen'}`,
    'orchestrator.completed': 'Der Lauf ist abgeschlossen',
    'orchestrator.paused': (it: EventFields) => `Der Lauf pausiert. ${it.detail}`,
    'orchestrator.blocked': 'Der Lauf ist blockiert',
    'orchestrator.retry': (it: EventFields) =>
      `Ein Durchgang ist gescheitert und wird wiederholt: ${it.error}`,
    'orchestrator.failed': (it: EventFields) => `Der Lauf ist gescheitert: ${it.error}`,
    'human.approval_requested': (it: EventFields) =>
      `${it.agent} hat eine Freigabe angefordert. ${it.reason}`,
    'human.approval_decided': (it: EventFields) =>
      `Über eine Freigabe wurde entschieden: ${it.decision}`,
    'human.question_asked': (it: EventFields) => `${it.agent} hat eine Frage gestellt`,
    'human.question_answered': (it: EventFields) => `${it.person} hat ${it.agent} geantwortet`,
  },
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
