import type { RunEvent } from '@galley/sdk';
import { defineWords, wordsNow } from '../../lib/words.ts';
import { stateName, voteName } from './state-words.ts';

const words = defineWords({
  en: {
    somebody: 'someone',
    'task.assigned': (it: Told) => `Task ${it.task} assigned to ${it.agent}`,
    'task.created': (it: Told) => `${it.agent} created the task “${it.title}”`,
    'task.claimed': (it: Told) => `${it.agent} claimed the task ${it.task}`,
    'task.status_changed': (it: Told) => `${it.agent} changed the task ${it.task} to: ${it.to}`,
    'resource.claimed': (it: Told) => `${it.agent} claimed ${it.resource}`,
    'resource.released': (it: Told) => `${it.agent} released ${it.resource}`,
    'proposal.created': (it: Told) => `${it.agent} proposed “${it.title}”`,
    'proposal.patch_attached': (it: Told) => `${it.agent} attached a patch to a proposal`,
    'proposal.review_requested': 'Reviews requested for a proposal',
    'proposal.withdrawn': (it: Told) => `${it.agent} withdrew a proposal`,
    'proposal.accepted': (it: Told) => `${it.person} accepted a proposal`,
    'proposal.rejected': (it: Told) => `${it.person} rejected a proposal`,
    'proposal.revision_requested': (it: Told) => `${it.person} requested a revision of a proposal`,
    'proposal.rolled_back': (it: Told) => `${it.person} rolled back a proposal`,
    'vote.cast': (it: Told) => `${it.agent} voted on a proposal: ${it.vote}`,
    'deliberation.opened': (it: Told) => `${it.agent} opened a deliberation on “${it.topic}”`,
    'deliberation.posted': (it: Told) => `${it.agent} posted in a deliberation`,
    'deliberation.closed': (it: Told) => `${it.agent} closed a deliberation`,
    'memory.recorded': (it: Told) => `${it.agent} saved to memory: “${it.topic}”`,
    'agent.turn_requested': (it: Told) => `Turn requested for ${it.agent}: ${it.reason}`,
    'agent.turn_scheduled': (it: Told) => `Turn scheduled for ${it.agent}: ${it.reason}`,
    'agent.turn_started': (it: Told) => `${it.agent} started its turn`,
    'agent.turn_heartbeat': (it: Told) => `${it.agent} is still working`,
    'agent.turn_completed': (it: Told) => `${it.agent} completed its turn. ${it.summary}`,
    'agent.turn_expired': (it: Told) => `The turn of ${it.agent} expired`,
    'orchestrator.completed': 'Run completed',
    'orchestrator.blocked': 'Run blocked',
    'orchestrator.retry': (it: Told) => `A tick failed and will be retried: ${it.error}`,
    'orchestrator.failed': (it: Told) => `Run failed: ${it.error}`,
    'human.approval_requested': (it: Told) => `${it.agent} requested approval. ${it.reason}`,
    'human.approval_decided': (it: Told) => `Approval request decided: ${it.decision}`,
  },
  de: {
    somebody: 'jemand',
    'task.assigned': (it: Told) => `Aufgabe ${it.task} ging an ${it.agent}`,
    'task.created': (it: Told) => `${it.agent} hat die Aufgabe „${it.title}“ angelegt`,
    'task.claimed': (it: Told) => `${it.agent} hat die Aufgabe ${it.task} genommen`,
    'task.status_changed': (it: Told) =>
      `${it.agent} hat die Aufgabe ${it.task} gesetzt auf: ${it.to}`,
    'resource.claimed': (it: Told) => `${it.agent} belegt ${it.resource}`,
    'resource.released': (it: Told) => `${it.agent} gibt ${it.resource} frei`,
    'proposal.created': (it: Told) => `${it.agent} hat „${it.title}“ vorgeschlagen`,
    'proposal.patch_attached': (it: Told) =>
      `${it.agent} hat einem Vorschlag einen Patch angehängt`,
    'proposal.review_requested': 'Prüfungen eines Vorschlags angefordert',
    'proposal.withdrawn': (it: Told) => `${it.agent} hat einen Vorschlag zurückgezogen`,
    'proposal.accepted': (it: Told) => `${it.person} hat einen Vorschlag angenommen`,
    'proposal.rejected': (it: Told) => `${it.person} hat einen Vorschlag abgelehnt`,
    'proposal.revision_requested': (it: Told) =>
      `${it.person} hat die Überarbeitung eines Vorschlags verlangt`,
    'proposal.rolled_back': (it: Told) => `${it.person} hat einen Vorschlag zurückgenommen`,
    'vote.cast': (it: Told) => `${it.agent} hat über einen Vorschlag abgestimmt: ${it.vote}`,
    'deliberation.opened': (it: Told) => `${it.agent} hat eine Beratung begonnen: „${it.topic}“`,
    'deliberation.posted': (it: Told) => `${it.agent} hat sich in einer Beratung geäußert`,
    'deliberation.closed': (it: Told) => `${it.agent} hat eine Beratung geschlossen`,
    'memory.recorded': (it: Told) => `${it.agent} hat im Gedächtnis gespeichert: „${it.topic}“`,
    'agent.turn_requested': (it: Told) => `Zug für ${it.agent} angefordert: ${it.reason}`,
    'agent.turn_scheduled': (it: Told) => `Zug für ${it.agent} geplant: ${it.reason}`,
    'agent.turn_started': (it: Told) => `${it.agent} hat den Zug begonnen`,
    'agent.turn_heartbeat': (it: Told) => `${it.agent} arbeitet noch`,
    'agent.turn_completed': (it: Told) => `${it.agent} hat den Zug beendet. ${it.summary}`,
    'agent.turn_expired': (it: Told) => `Der Zug von ${it.agent} ist abgelaufen`,
    'orchestrator.completed': 'Der Lauf ist abgeschlossen',
    'orchestrator.blocked': 'Der Lauf ist blockiert',
    'orchestrator.retry': (it: Told) =>
      `Ein Durchgang ist gescheitert und wird wiederholt: ${it.error}`,
    'orchestrator.failed': (it: Told) => `Der Lauf ist gescheitert: ${it.error}`,
    'human.approval_requested': (it: Told) =>
      `${it.agent} hat eine Freigabe angefordert. ${it.reason}`,
    'human.approval_decided': (it: Told) => `Über eine Freigabe wurde entschieden: ${it.decision}`,
  },
});

type Told = Readonly<
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
    | 'summary'
    | 'error'
    | 'decision',
    string
  >
>;

/** Describes an event in a sentence; returns the type itself if it is unknown. */
export function eventText({ type, payload }: RunEvent): string {
  const known = wordsNow(words);
  if (type === 'somebody' || !Object.hasOwn(known, type)) return type;
  const sentence = known[type as keyof typeof known];
  return typeof sentence === 'string' ? sentence : sentence(toldIn(payload, known.somebody)).trim();
}

function toldIn(payload: unknown, somebody: string): Told {
  const of = (...names: string[]) => names.map((name) => textAt(payload, name)).find(Boolean) ?? '';
  return {
    task: of('title', 'task_id'),
    agent: of('agent_id', 'assigned_agent_id', 'requested_by') || somebody,
    person: of('decided_by', 'rolled_back_by', 'by') || somebody,
    title: of('title'),
    to: stateName(of('to', 'status')),
    resource: of('resource'),
    vote: voteName(of('decision', 'vote')),
    topic: of('topic'),
    reason: of('reason'),
    summary: of('summary'),
    error: of('error'),
    decision: stateName(of('decision')),
  };
}

/** Returns a string or number of a payload of unknown shape, shortened; the expanded payload has the whole value. */
export function textAt(payload: unknown, name: string): string {
  if (typeof payload !== 'object' || payload === null) return '';
  const value = Object.hasOwn(payload, name) ? (payload as Record<string, unknown>)[name] : '';
  return typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 300) : '';
}
