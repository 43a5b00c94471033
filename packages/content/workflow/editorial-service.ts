import { findSharedAccounts } from '@galley/database';
import {
  changedParts,
  chooseAssignment,
  currentApprovals,
  decideAssignment,
  decideMove,
  decideReview,
  decideSchedule,
  editorialProblems,
  findJointApprovers,
  isIndependent,
  mayReview,
  namesIn,
  oneMoreNeeded,
  relationOf,
  reviewRequest,
  type AssignmentInput,
  type DocumentStatus,
  type EditorialAction,
  type EditorialEvent,
  type Parties,
  type People,
  type Person,
  type ReviewAction,
} from '@galley/editorial';
import { fieldFault, isSamePerson, may, type Actor, type FieldFault } from '@galley/kernel';
import type { Independence } from '@galley/settings';
import type { RecordChange } from '../store/change.ts';
import type { TextStep } from './compose-change.ts';
import type { ContentServiceOptions } from './content-service.ts';
import { owns, requireReadable } from './document-access.ts';
import type { OpenDocument } from './document-store.ts';
import { DocumentRepository } from '../store/document-repository.ts';
import type { IndexedDocument } from '../document/document.ts';
import { contentProblems } from '../document/problems.ts';
import { requireReadableText } from '../document/readable-text.ts';
import { askedTimes, planOf, stepName } from './schedule/plan.ts';
import type { DetailedDocument } from '../history/document-details-read-model.ts';
import type { ReconciledDocument } from '../store/reconciled-document.ts';
import { ContributorsReadModel } from '../history/contributors-read-model.ts';
import { partiesOf } from './parties.ts';

export interface EditorialServiceOptions extends ContentServiceOptions {
  readonly people: People;
}

export interface EditorialInput extends AssignmentInput {
  readonly path: string;
  readonly action: EditorialAction;
  /** Optional for assignments, but checked when given. */
  readonly expectedRevision?: string | undefined;
  readonly note?: string | undefined;
  /** Refuses an approval that needs a second one. @throws `not_independent` */
  readonly hasToComplete?: boolean | undefined;
}

export interface StatusInput {
  readonly path: string;
  readonly status: DocumentStatus;
  /** As spelled in the frontmatter; absent keeps it, null clears it. */
  readonly scheduledPublishAt?: string | null | undefined;
  readonly scheduledUnpublishAt?: string | null | undefined;
  readonly expectedRevision?: string | undefined;
  readonly note?: string | undefined;
  /** With `in_review`: the requested reviewer. */
  readonly ask?: string | undefined;
  /** Not called when nothing changes. */
  readonly record?: RecordChange | undefined;
}

export interface EditorialState {
  readonly document: ReconciledDocument;
  readonly requireApproval: boolean;
  readonly independence: Independence;
  /** To the current revision (ADD-IND-1). */
  readonly contributors: readonly string[];
  /** Empty when joint approval is impossible (ADD-IND-3). */
  readonly jointApprovers: readonly string[];
  /** Newest events first. */
  readonly events: readonly EditorialEvent[];
}

interface ReviewInput extends EditorialInput {
  readonly action: ReviewAction;
  readonly jointApprovers: readonly string[];
}

type Proposal = Omit<TextStep, 'text'>;

/** Edit locks block none of these: they protect the text (GAP-ED-7). */
export class EditorialService {
  readonly #options: EditorialServiceOptions;

  constructor(options: EditorialServiceOptions) {
    this.#options = options;
  }

  /** CMS-ED-1 to CMS-ED-7. */
  async act(actor: Actor, input: EditorialInput): Promise<EditorialState> {
    const { path, action } = input;
    // Before taking the lock: waiting for a second connection while holding the first can deadlock the pool.
    const people = action === 'assign' ? await this.#findPeople(input) : new Map<string, Person>();
    const jointApprovers = action === 'assign' ? [] : await this.#jointApproversOf(path);
    const document = await this.#change(actor, path, async (found) =>
      action === 'assign'
        ? this.#assign(actor, found, { ...input, people })
        : this.#review(actor, found, { ...input, action, jointApprovers }),
    );
    return this.stateOf(await this.#options.store.withDetails(actor, document));
  }

  /** Throws if an approval by the actor would be refused or need a second one. Changes nothing. */
  async requireApprover(
    actor: Actor,
    { path, expectedRevision }: Pick<EditorialInput, 'path' | 'expectedRevision'>,
  ): Promise<void> {
    const jointApprovers = await this.#jointApproversOf(path);
    const input = { path, action: 'approve', expectedRevision, hasToComplete: true } as const;
    await this.#change(actor, path, async (found) => {
      await this.#review(actor, found, { ...input, jointApprovers });
      return undefined;
    });
  }

  /** GAP-DOC-9. */
  async changeStatus(actor: Actor, input: StatusInput): Promise<ReconciledDocument> {
    const { path, status, expectedRevision, note, ask } = input;
    // Before taking the lock, as for assignments.
    const asked = ask === undefined ? undefined : await this.#options.people.find(ask);
    return this.#change(actor, path, async (found) => {
      const { indexed, current, now } = found;
      const { status: from, revision } = indexed;
      requireRevision(revision, expectedRevision);
      const requireApproval = this.#requireApproval;
      const question = { ...planOf(indexed), actor, requireApproval };
      const decision = decideMove({ ...question, owns: owns(actor, indexed) }, status);
      const { timeZone } = this.#options.settings();
      const schedule = decideSchedule({
        ...question,
        now,
        decision,
        asked: askedTimes(input, current.values, timeZone),
        byHand: true,
      });
      if (ask !== undefined)
        requireAskable(ask, asked, { indexed, parties: await this.#partiesOf(found) });
      const isSame = status === from && ask === undefined;
      if (isSame && Object.keys(schedule).length === 0) return undefined;
      const message = note || stepName(from, decision, schedule);
      const event = reviewRequest(from, decision, { note, asked: asked?.username });
      return { decision, schedule, kind: 'status', message, event, record: input.record };
    });
  }

  async stateOf(document: DetailedDocument): Promise<EditorialState> {
    const { editorial } = document.indexed;
    const { contributors, events } = document.details;
    const { requireApproval, independence } = this.#options.settings().editorial;
    return {
      document,
      requireApproval,
      independence,
      contributors,
      jointApprovers:
        independence === 'contributors' && editorial.reviewer === null
          ? await this.#jointApproversAmong(contributors)
          : [],
      events,
    };
  }

  #partiesOf(
    { connection, indexed }: OpenDocument,
    jointApprovers?: readonly string[],
  ): Promise<Parties> {
    const { independence } = this.#options.settings().editorial;
    return partiesOf(connection, indexed, { independence, jointApprovers });
  }

  async #jointApproversOf(path: string): Promise<string[]> {
    const { db } = this.#options;
    const indexed = await new DocumentRepository(db).find(path);
    if (!indexed) return [];
    return this.#jointApproversAmong(await new ContributorsReadModel(db).find(indexed.documentId));
  }

  async #jointApproversAmong(contributors: readonly string[]): Promise<string[]> {
    if (contributors.length < 2) return [];
    const { db, people } = this.#options;
    return findJointApprovers(contributors, people, await findSharedAccounts(db));
  }

  get #requireApproval(): boolean {
    return this.#options.settings().editorial.requireApproval;
  }

  /** Undefined changes nothing. */
  #change(
    actor: Actor,
    path: string,
    propose: (document: OpenDocument) => Promise<Proposal | undefined>,
  ): Promise<ReconciledDocument> {
    return this.#options.store.change(actor, path, async (document) => {
      requireReadable(actor, document.indexed);
      const proposal = await propose(document);
      return proposal && { ...proposal, text: requireReadableText(document.current) };
    });
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
    { indexed }: OpenDocument,
    { expectedRevision, note, people, ...input }: EditorialInput & { people: Map<string, Person> },
  ): Proposal | undefined {
    if (!may(actor, 'documents.assign')) {
      throw contentProblems.forbidden(
        `Your role (${actor.role}) cannot assign documents; this requires documents.assign.`,
      );
    }
    requireRevision(indexed.revision, expectedRevision);
    const { assignee, reviewer } = indexed.editorial;
    const before = { owner: indexed.metadata.author, assignee, reviewer };
    const after = chooseAssignment(before, input, people);
    const changed = changedParts(before, after);
    if (Object.keys(changed).length === 0) return undefined;
    const told = Object.entries(changed).map(([part, name]) => `${part} ${name ?? 'none'}`);
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
    document: OpenDocument,
    { action, expectedRevision, note, hasToComplete, jointApprovers }: ReviewInput,
  ): Promise<Proposal> {
    const { indexed } = document;
    const { editorial, revision, status } = indexed;
    const parties = await this.#partiesOf(document, jointApprovers);
    const decision = decideReview({
      ...relationOf(actor.username, parties),
      actor,
      action,
      reviewer: editorial.reviewer,
      from: status,
      revision,
      expectedRevision,
      approvals: currentApprovals(editorial, revision).filter(
        ({ by }) =>
          parties.contributors.includes(by) &&
          (by === actor.username || !isSamePerson(by, actor.username, parties.persons)),
      ),
      hasToComplete,
      sharesSignIn: parties.persons?.has(actor.username),
    });
    const isFirst = decision.approval === 'first';
    const message = action === 'approve' ? 'Approved' : 'Changes requested';
    return {
      decision,
      kind: 'editorial',
      message: isFirst ? 'Approved; one more approval needed' : message,
      event: { action, note: note || null, ...(isFirst && { details: oneMoreNeeded }) },
    };
  }
}

/** Only the requested reviewer is notified. */
function requireAskable(
  ask: string,
  asked: Person | undefined,
  { indexed, parties }: { readonly indexed: IndexedDocument; readonly parties: Parties },
): void {
  const fault = asked
    ? faultOfAsked(asked, indexed.editorial.reviewer, parties)
    : fieldFault('unknown_user', { username: ask });
  if (fault) throw editorialProblems.invalid_assignee.at([{ path: 'ask', ...fault }]);
}

function faultOfAsked(
  asked: Person,
  reviewer: string | null,
  parties: Parties,
): FieldFault | undefined {
  const { username } = asked;
  if (!mayReview(asked)) return fieldFault('not_a_reviewer', { username });
  if (reviewer !== null && reviewer !== username)
    return fieldFault('other_reviewer', { username: reviewer });
  if (isIndependent(username, parties)) return undefined;
  return fieldFault('reviewer_contributed', { username });
}

function requireRevision(current: string, expected: string | undefined): void {
  if (expected !== undefined && expected !== current) throw stale(current);
}

function stale(current: string): Error {
  return contentProblems.stale_revision(
    'The document has changed since you opened it. Nothing was done; reload it and try again.',
    { current_revision: current },
  );
}
