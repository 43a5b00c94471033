import { may, type Actor } from '@galley/kernel';
import type { DocumentStatus } from './document-status.ts';
import { editorialProblems } from './problems.ts';
import type { Decision } from './decision.ts';
import { moves, stateAfterEdit, type Move } from './moves.ts';

export interface MoveQuestion {
  readonly actor: Actor;
  /** Whether the actor is the owner or assignee. */
  readonly owns: boolean;
  /** `draft` for a new document. */
  readonly from: DocumentStatus;
  readonly isApproved: boolean;
  readonly requireApproval: boolean;
}

export interface SaveQuestion extends MoveQuestion {
  readonly contentChanged: boolean;
  /** Undefined keeps the state. */
  readonly asked: DocumentStatus | undefined;
}

/** Editing published text makes it a draft; the public revision stays (content-platform, States and transitions). */
export function decideSave(question: SaveQuestion): Decision {
  const { from, contentChanged, isApproved } = question;
  const base = contentChanged ? stateAfterEdit(from, isApproved) : from;
  const wanted = wantedState(question, base);
  if (wanted !== undefined) {
    return decideMove(
      { ...question, from: base, isApproved: isApproved && !contentChanged },
      wanted,
    );
  }
  return {
    status: base,
    publication: base === 'published' ? 'publish' : 'keep',
    approval: contentChanged ? 'clear' : 'keep',
  };
}

/** Clients send back the old state, so beside new text it is a request only from actors who may publish. */
function wantedState(
  { asked, from, contentChanged, actor }: SaveQuestion,
  base: DocumentStatus,
): DocumentStatus | undefined {
  if (asked === undefined || asked === base) return undefined;
  const sentBack = asked === from && contentChanged;
  const publishes = asked === 'published' || asked === 'scheduled';
  return sentBack && !(publishes && may(actor, 'documents.publish')) ? undefined : asked;
}

/** Requesting the current state changes nothing. */
export function decideMove(question: MoveQuestion, to: DocumentStatus): Decision {
  const { from } = question;
  if (to === from) return { status: to, publication: 'keep', approval: 'keep' };
  const move = moves[from][to];
  if (!move) {
    throw editorialProblems.illegal_transition(
      `A document cannot go from ${from} to ${to}. Make it a draft first.`,
    );
  }
  requireRight(question, move, to);
  if (move.needsApproval) requireCurrentApproval(question);
  const { publication, approval } = move;
  return { status: to, publication, approval };
}

const acts: Readonly<Partial<Record<DocumentStatus, string>>> = {
  published: 'publish it',
  scheduled: 'schedule it',
  archived: 'archive it',
};

function requireRight(question: MoveQuestion, { by }: Move, to: DocumentStatus): void {
  if (by === 'publisher') {
    requirePublisher(question, acts[to] ?? `restore it from ${question.from}`);
    return;
  }
  const { actor, owns } = question;
  if (owns || may(actor, 'documents.write', owns)) return;
  throw editorialProblems.forbidden(
    `Your role (${actor.role}) cannot change this document. Its owner, its assignee or an editor can set it to ${to}.`,
  );
}

function requirePublisher({ actor }: MoveQuestion, act: string): void {
  if (may(actor, 'documents.publish')) return;
  throw editorialProblems.forbidden(
    `Your role (${actor.role}) cannot ${act}; this requires documents.publish.`,
  );
}

function requireCurrentApproval({ requireApproval, isApproved }: MoveQuestion): void {
  if (!requireApproval || isApproved) return;
  throw editorialProblems.approval_required(
    'This site publishes only approved revisions (editorial.require_approval), and this revision is not approved.',
  );
}
