import type { Database } from '@galley/database';
import { may, type Actor } from '@galley/kernel';
import type { Change } from '../change.ts';
import { composeChange, type Before, type Step } from '../compose-change.ts';
import type { ContentServiceOptions } from '../content-service.ts';
import { owns, requireReadable, withDocument } from '../document-access.ts';
import type { DocumentStatus } from '../document.ts';
import { contentProblems } from '../problems.ts';
import { readableText } from '../readable-text.ts';
import { decideSchedule } from '../schedule/decide-schedule.ts';
import { askedTimes, planOf, stepName } from '../schedule/plan.ts';
import type { Settled } from '../tree-reconciler.ts';
import {
  changedParts,
  chooseAssignment,
  namesIn,
  type AssignmentInput,
} from './choose-assignment.ts';
import { decideAssignment } from './decide-assignment.ts';
import { decideReview } from './decide-review.ts';
import { decideMove } from './decide-save.ts';
import { EditorialEventRepository } from './editorial-event-repository.ts';
import type { EditorialAction, EditorialEvent } from './editorial.ts';
import { isIndependent, partiesOf, relationOf, type Parties } from './parties.ts';
import { mayReview, type People, type Person } from './people.ts';
import { reviewRequest } from './review-request.ts';

export interface EditorialServiceOptions extends ContentServiceOptions {
  readonly people: People;
}

export interface EditorialInput extends AssignmentInput {
  readonly path: string;
  readonly action: EditorialAction;
  /** What a decision is about. An assignment takes it too, and then it has to be the present one. */
  readonly expectedRevision?: string | undefined;
  readonly note?: string | undefined;
}

export interface StatusInput {
  readonly path: string;
  readonly status: DocumentStatus;
  /** When it is to be published, spelled as in the frontmatter; absent keeps, null takes away. */
  readonly scheduledPublishAt?: string | null | undefined;
  readonly scheduledUnpublishAt?: string | null | undefined;
  readonly expectedRevision?: string | undefined;
  readonly note?: string | undefined;
  /** With `in_review`: whom to ask for the review. */
  readonly ask?: string | undefined;
}

/** A document, and what of its events are told with it. */
export interface EditorialState {
  readonly document: Settled;
  readonly requireApproval: boolean;
  /** The newest ones, newest first. */
  readonly events: readonly EditorialEvent[];
}

interface Situation extends Settled, Pick<Before, 'events'> {
  readonly connection: Database;
}

type Proposal = Omit<Step, 'text' | 'author' | 'at'>;

const eventsTold = 100;

/**
 * Who works on a document, what reviewers decide, and its state. A lock that somebody has keeps nobody from any of it:
 * it guards the text (GAP-ED-7).
 */
export class EditorialService {
  readonly #options: EditorialServiceOptions;

  constructor(options: EditorialServiceOptions) {
    this.#options = options;
  }

  /** Assigns, approves or requests changes (CMS-ED-1 to CMS-ED-7). */
  async act(actor: Actor, input: EditorialInput): Promise<EditorialState> {
    const { path, action } = input;
    // Before the lock: whoever holds a connection must not wait for another.
    const people = action === 'assign' ? await this.#findPeople(input) : new Map<string, Person>();
    const document = await this.#change(actor, path, async (situation) =>
      action === 'assign'
        ? this.#assign(actor, situation, { ...input, people })
        : this.#review(actor, situation, { ...input, action }),
    );
    return this.stateOf(document);
  }

  /** Brings a document to another state or plans when it is public, without touching its text (GAP-DOC-9). */
  async changeStatus(actor: Actor, input: StatusInput): Promise<Settled> {
    const { path, status, expectedRevision, note, ask } = input;
    // Before the lock, as for assignments.
    const asked = ask === undefined ? undefined : await this.#options.people.find(ask);
    return this.#change(actor, path, async (situation) => {
      const { indexed, current } = situation;
      const { status: from, revision } = indexed;
      requireRevision(revision, expectedRevision);
      const requireApproval = this.#requireApproval;
      const question = { ...planOf(indexed), actor, requireApproval };
      const decision = decideMove({ ...question, owns: owns(actor, indexed) }, status);
      const { timeZone } = this.#options.settings();
      const schedule = decideSchedule({
        ...question,
        now: this.#options.clock.now(),
        decision,
        asked: askedTimes(input, current.values, timeZone),
        byHand: true,
      });
      if (ask !== undefined) await requireAskable(situation, ask, asked);
      const isSame = status === from && ask === undefined;
      if (isSame && Object.keys(schedule).length === 0) return undefined;
      const message = note || stepName(from, decision, schedule);
      const event = reviewRequest(from, decision, { note, asked: asked?.username });
      return { decision, schedule, kind: 'status', message, event };
    });
  }

  /** What the editorial block of a document's detail says. */
  async stateOf(document: Settled): Promise<EditorialState> {
    const { db } = this.#options;
    const { documentId } = document.indexed;
    const events = await new EditorialEventRepository(db).list(documentId, eventsTold);
    return {
      document,
      requireApproval: this.#requireApproval,
      events: events.reverse(),
    };
  }

  get #requireApproval(): boolean {
    return this.#options.settings().editorial.requireApproval;
  }

  /** Keeps what `propose` makes of a readable document; undefined changes nothing. */
  #change(
    actor: Actor,
    path: string,
    propose: (situation: Situation) => Promise<Proposal | undefined>,
  ): Promise<Settled> {
    const { reconciler } = this.#options;
    return withDocument(this.#options, path, async (connection, found) => {
      const { indexed } = found;
      requireReadable(actor, indexed);
      const events = await new EditorialEventRepository(connection).list(indexed.documentId);
      const situation = { ...found, events, connection };
      const proposal = await propose(situation);
      if (!proposal) return found;
      const change = this.#compose(actor, situation, proposal);
      const decided = await reconciler.applyAndSettle(connection, indexed, change);
      if (!decided) throw stale(indexed.revision);
      return decided;
    });
  }

  #compose(actor: Actor, { indexed, current, events }: Situation, proposal: Proposal): Change {
    const { clock, maxBytes, settings } = this.#options;
    const step = {
      ...proposal,
      text: readableText(current),
      author: actor.username,
      at: clock.now(),
    };
    const { place } = indexed;
    return composeChange({ indexed, events }, step, { place, maxBytes, settings: settings() });
  }

  async #findPeople(input: AssignmentInput): Promise<Map<string, Person>> {
    const found = new Map<string, Person>();
    for (const name of namesIn(input)) {
      const person = await this.#options.people.find(name);
      if (person) found.set(name, person);
    }
    return found;
  }

  #assign(
    actor: Actor,
    { indexed }: Situation,
    { expectedRevision, note, people, ...input }: EditorialInput & { people: Map<string, Person> },
  ): Proposal | undefined {
    if (!may(actor, 'documents.assign')) {
      throw contentProblems.forbidden(
        `Your role (${actor.role}) may not assign documents; that needs documents.assign.`,
      );
    }
    requireRevision(indexed.revision, expectedRevision);
    const { assignee, reviewer } = indexed.editorial;
    const before = { owner: indexed.metadata.author, assignee, reviewer };
    const after = chooseAssignment(before, input, people);
    const changed = changedParts(before, after);
    if (Object.keys(changed).length === 0) return undefined;
    const told = Object.entries(changed).map(([part, name]) => `${part} ${name ?? 'nobody'}`);
    return {
      decision: decideAssignment({ from: indexed.status, requireApproval: this.#requireApproval }),
      values: 'owner' in changed ? { author: after.owner } : {},
      assignment: { assignee: after.assignee, reviewer: after.reviewer },
      kind: 'editorial',
      message: `Assigned: ${told.join(', ')}`,
      event: { action: 'assign', note: note || null, details: changed },
    };
  }

  async #review(
    actor: Actor,
    { connection, indexed }: Situation,
    { action, expectedRevision, note }: EditorialInput & { action: 'approve' | 'request_changes' },
  ): Promise<Proposal> {
    const decision = decideReview({
      ...relationOf(actor.username, await partiesOf(connection, indexed)),
      actor,
      action,
      reviewer: indexed.editorial.reviewer,
      from: indexed.status,
      revision: indexed.revision,
      expectedRevision,
    });
    const message = action === 'approve' ? 'Approved' : 'Changes requested';
    return { decision, kind: 'editorial', message, event: { action, note: note || null } };
  }
}

/** Whoever is asked has to be able to decide; nobody else is told of the request. */
async function requireAskable(
  { connection, indexed }: Situation,
  ask: string,
  asked: Person | undefined,
): Promise<void> {
  const message = asked
    ? faultOfAsked(asked, indexed.editorial.reviewer, await partiesOf(connection, indexed))
    : `there is no user ${JSON.stringify(ask)} who can sign in`;
  if (message === undefined) return;
  throw contentProblems.invalid_assignee(`ask: ${message}.`, {
    errors: [{ path: 'ask', message }],
  });
}

function faultOfAsked(
  asked: Person,
  reviewer: string | null,
  parties: Parties,
): string | undefined {
  const { username } = asked;
  if (!mayReview(asked)) return `${username} may not review; that needs documents.review`;
  if (reviewer !== null && reviewer !== username)
    return `${reviewer} is to review this document; nobody else decides`;
  if (isIndependent(username, parties)) return undefined;
  return `${username} has had a part in the text; somebody else has to review it`;
}

function requireRevision(current: string, expected: string | undefined): void {
  if (expected !== undefined && expected !== current) throw stale(current);
}

function stale(current: string): Error {
  return contentProblems.stale_revision(
    'Somebody has changed the document since you opened it, and nothing was done. Open it again.',
    { current_revision: current },
  );
}
