import {
  contentProblems,
  chooseLocation,
  readSource,
  type ContentService,
  type EditorialService,
  type ReconciledDocument,
  type TrashService,
} from '@galley/content';
import type { Database } from '@galley/database';
import { currentApproval } from '@galley/editorial';
import { DomainError, systemActor, type Actor, type Clock } from '@galley/kernel';
import {
  ProposedDocumentRepository,
  proposalProblems,
  type DocumentDecision,
  type DocumentSubmission,
  type ProposalDocuments,
  type ProposedDraft,
} from '@galley/proposals';
import type { SiteSettings } from '@galley/settings';
import { agentActor } from './agent-actor.ts';
import {
  ownValues,
  proposedDocuments,
  hasSameContent,
  type ProposedDocument,
} from './proposed-files.ts';

export interface ProposedDocumentsOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly settings: () => SiteSettings;
  /** The content tree's path in the repository, with a trailing slash, or empty. */
  readonly prefix: string;
  readonly content: ContentService;
  readonly editorial: EditorialService;
  readonly trash: TrashService;
  readonly findActor: (username: string) => Promise<Actor | undefined>;
}

/** Documents that agents propose are drafts in review by the agent (gaps page, Content and agents together). */
export class ProposedDocuments implements ProposalDocuments {
  readonly #options: ProposedDocumentsOptions;
  readonly #drafts: ProposedDocumentRepository;

  constructor(options: ProposedDocumentsOptions) {
    this.#options = options;
    this.#drafts = new ProposedDocumentRepository(options.db);
  }

  get isWholeRepository(): boolean {
    return this.#options.prefix === '';
  }

  /** Covers the whole content tree: proposing its other files would bypass approvals. */
  isDocument(path: string): boolean {
    return path.startsWith(this.#options.prefix);
  }

  /** @throws `not_proposable`, `document_moved`, `documents_busy` */
  async submit(submission: DocumentSubmission): Promise<void> {
    const { prefix, settings } = this.#options;
    const documents = proposedDocuments(submission, { prefix, settings: settings() });
    const agent = agentActor(submission.agentId, submission.onBehalfOf);
    for (const document of documents) await this.#require(document, submission, agent);
    for (const document of documents) await this.#draft(document, submission, agent);
  }

  async decide(decision: DocumentDecision): Promise<void> {
    const drafts = await this.#drafts.list(decision.proposal);
    const own = drafts.filter(({ patchSha256 }) => patchSha256 === decision.patchSha256);
    if (own.length === 0) return;
    const person = await this.#personOf(decision);
    const states = await this.#statesOf(own);
    if (decision.decision === 'accept') states.forEach(requireReviewed);
    try {
      const decided = await this.#narrow(decision, states, person);
      for (const state of decided) await this.#carryOut(decision, state, person);
    } catch (error) {
      // Approves all of them, or none.
      await this.undo(decision.id);
      throw error;
    }
  }

  async undo(decisionId: string): Promise<void> {
    const { editorial } = this.#options;
    for (const { path } of await this.#drafts.revoke(decisionId)) {
      // A person who changed the status in the meantime has already decided.
      await ignoreRefusals(async () => {
        await editorial.changeStatus(systemActor, { path, status: 'draft' });
        await editorial.changeStatus(systemActor, { path, status: 'in_review' });
      });
    }
  }

  /** Galley itself only ever requests changes. */
  async #personOf({ by }: DocumentDecision): Promise<Actor> {
    if (by.username === systemActor.username) return systemActor;
    const person = await this.#options.findActor(by.username);
    if (person) return person;
    throw contentProblems.forbidden(`${by.username} may not approve or reject documents.`);
  }

  /** `undefined` when the draft replaces no document. */
  async #require(
    { place, before, after }: ProposedDocument,
    { proposal }: DocumentSubmission,
    agent: Actor,
  ): Promise<ReconciledDocument | undefined> {
    const { path } = place;
    const current = await this.#find(path);
    if (!before) {
      if (current && !(await this.#isOwn(current, proposal, agent))) throw movedProblem(path);
      const { settings } = this.#options;
      const expected = chooseLocation(settings(), { ...place, slug: slugOf(path) }).path;
      if (expected !== path)
        throw proposalProblems.not_proposable(
          `A new document of type ${place.type} belongs at ${expected}, not at ${path}.`,
          { path },
        );
      return current;
    }
    if (!current) throw movedProblem(path);
    const isAsOnBase = hasSameContent(before, current.current);
    if (!isAsOnBase && !(await this.#isOwn(current, proposal, agent))) throw movedProblem(path);
    if (hasSameContent(before, after))
      throw proposalProblems.not_proposable(
        `The patch changes only fields of ${path} that Galley manages. Agents cannot change these fields.`,
        { path },
      );
    return current;
  }

  /** Also for a proposal that is only partly submitted. */
  async #isOwn({ indexed }: ReconciledDocument, proposal: string, agent: Actor): Promise<boolean> {
    const draft = await this.#drafts.find(proposal, indexed.place.path);
    if (!draft) return false;
    return draft.revision === null
      ? indexed.metadata.lastEditor === agent.username
      : indexed.revision === draft.revision || indexed.metadata.lastEditor === agent.username;
  }

  async #draft(
    document: ProposedDocument,
    submission: DocumentSubmission,
    agent: Actor,
  ): Promise<void> {
    const { proposal, patchSha256, agentId, title } = submission;
    const { path } = document.place;
    // Reads the current state; the revision check catches later changes.
    const current = await this.#require(document, submission, agent);
    const draft = { proposalId: proposal, path, patchSha256, agentId };
    const isOwn = current !== undefined && (await this.#isOwn(current, proposal, agent));
    const beforeText = isOwn ? undefined : (document.before?.text ?? null);
    await this.#drafts.begin({ ...draft, beforeText }, this.#options.clock.now());
    const message = `Proposed: ${title}`.slice(0, 500);
    const { indexed } = await this.#write(document, current, { agent, message });
    const { documentId, revision } = indexed;
    await this.#drafts.made({ proposalId: proposal, path, documentId, revision });
  }

  async #write(
    { place, after }: ProposedDocument,
    current: ReconciledDocument | undefined,
    { agent, message }: { readonly agent: Actor; readonly message: string },
  ): Promise<ReconciledDocument> {
    const { content, editorial } = this.#options;
    const { path } = place;
    const frontmatter = { ...ownValues(after), workflow: 'in_review' };
    const expectedRevision = current?.indexed.revision;
    const written = current
      ? await content
          .save(agent, { path, content: after.body, frontmatter, expectedRevision, message })
          .catch((error: unknown) => rethrowBusy(error, path))
      : await content.create(agent, {
          type: place.type,
          lang: place.lang,
          slug: slugOf(path),
          frontmatter,
          title: titleOf(after.values) ?? slugOf(path),
          content: after.body,
        });
    if (written.indexed.status === 'in_review') return written;
    return editorial.changeStatus(agent, { path, status: 'in_review' });
  }

  /** Makes drafts of the accepted hunks alone, and returns them. Documents without any become as before the proposal. */
  async #narrow(
    decision: DocumentDecision,
    states: readonly DraftState[],
    person: Actor,
  ): Promise<readonly DraftState[]> {
    const { part } = decision;
    if (!part) return states;
    const { prefix, settings } = this.#options;
    const documents = proposedDocuments(part, { prefix, settings: settings() });
    const kept = new Map(documents.map((document) => [document.place.path, document]));
    for (const { draft, reconciled } of states) {
      const about = { path: draft.path, expectedRevision: reconciled!.indexed.revision };
      await this.#options.editorial.requireApprover(person, about);
    }
    // First, so that events about these drafts no longer concern the whole patch.
    const { patchSha256 } = part;
    for (const { draft } of states)
      await this.#drafts.begin(
        { ...draft, patchSha256, beforeText: undefined },
        this.#options.clock.now(),
      );
    const agent = agentActor(part.agentId, part.onBehalfOf);
    for (const document of documents) await this.#draft(document, part, agent);
    for (const state of states)
      if (!kept.has(state.draft.path)) await this.#reject(decision, state, person);
    const drafts = await this.#drafts.list(part.proposal);
    return this.#statesOf(drafts.filter(({ path }) => kept.has(path)));
  }

  async #statesOf(drafts: readonly ProposedDraft[]): Promise<DraftState[]> {
    const states: DraftState[] = [];
    for (const draft of drafts) states.push(await this.#stateOf(draft));
    return states;
  }

  async #stateOf(draft: ProposedDraft): Promise<DraftState> {
    const reconciled = await this.#find(draft.path);
    const isAsSubmitted =
      reconciled !== undefined && reconciled.indexed.revision === draft.revision;
    return { draft, reconciled, isAsSubmitted };
  }

  async #find(path: string): Promise<ReconciledDocument | undefined> {
    try {
      return await this.#options.content.get(systemActor, path);
    } catch (error) {
      if (contentProblems.not_found.is(error)) return undefined;
      throw error;
    }
  }

  async #carryOut(decision: DocumentDecision, state: DraftState, person: Actor): Promise<void> {
    const { reconciled, isAsSubmitted } = state;
    // Later changes by other people are for them to decide.
    if (!reconciled || !isAsSubmitted) return;
    const acts = {
      accept: () => this.#approve(decision, state, person),
      reject: () => this.#reject(decision, state, person),
      request_revision: () => this.#requestChanges(decision, reconciled, person),
      rollback: () => this.#restorePrevious(state, person, 'in_review'),
    };
    await acts[decision.decision]();
  }

  async #approve(
    { id, note }: DocumentDecision,
    { draft, reconciled }: DraftState,
    person: Actor,
  ): Promise<void> {
    const { indexed } = reconciled!;
    const { revision, editorial } = indexed;
    if (!currentApproval(editorial, revision)) {
      const about = { path: draft.path, expectedRevision: revision, note: note ?? undefined };
      await this.#options.editorial.act(person, {
        ...about,
        action: 'approve',
        hasToComplete: true,
      });
      await this.#drafts.approve(draft, { username: person.username, decisionId: id });
    }
  }

  async #requestChanges(
    { note }: DocumentDecision,
    { indexed }: ReconciledDocument,
    person: Actor,
  ): Promise<void> {
    const { place, revision, status } = indexed;
    if (status !== 'in_review') return;
    const { path } = place;
    if (person === systemActor) {
      await this.#options.editorial.changeStatus(systemActor, {
        path,
        status: 'draft',
        note: note ?? undefined,
      });
      return;
    }
    const about = { path, expectedRevision: revision, note: note ?? undefined };
    await this.#options.editorial.act(person, { ...about, action: 'request_changes' });
  }

  async #reject(decision: DocumentDecision, state: DraftState, person: Actor): Promise<void> {
    await this.#requestChanges(decision, state.reconciled!, person);
    await this.#restorePrevious(state, agentActor(state.draft.agentId, [person.username]), 'draft');
  }

  async #restorePrevious(
    { draft, reconciled }: DraftState,
    actor: Actor,
    workflow: 'draft' | 'in_review',
  ): Promise<void> {
    const { path, beforeText } = draft;
    const message = 'The proposal was rejected or rolled back';
    if (beforeText === null) {
      await this.#options.trash.delete(systemActor, { path });
      return;
    }
    const before = readSource(Buffer.from(beforeText));
    const frontmatter = { ...ownValues(before), workflow };
    const text = { path, content: before.body, frontmatter, message };
    // The previous text may contain unapproved words, so the current contributors count as its authors too.
    const { details } = await this.#options.content.withDetails(systemActor, reconciled!);
    const onBehalfOf =
      actor.onBehalfOf === null ? null : [...(actor.onBehalfOf ?? []), ...details.contributors];
    await this.#options.content.save({ ...actor, onBehalfOf }, text);
  }
}

interface DraftState {
  readonly draft: ProposedDraft;
  /** `undefined` when the document no longer exists. */
  readonly reconciled: ReconciledDocument | undefined;
  readonly isAsSubmitted: boolean;
}

/** @throws `document_moved` when the document differs from the proposed one or is not in review */
function requireReviewed({ draft, reconciled, isAsSubmitted }: DraftState): void {
  if (!reconciled || !isAsSubmitted)
    throw proposalProblems.document_moved(
      `${draft.path} has changed since it was proposed. No decision was made. Review the current version, then reject the proposal or request a revision.`,
      { path: draft.path },
    );
  const { status, revision, editorial } = reconciled.indexed;
  if (status === 'in_review' || currentApproval(editorial, revision)) return;
  throw proposalProblems.document_moved(
    `${draft.path} is ${status} and no longer in review. No decision was made. Request a review again.`,
    { path: draft.path },
  );
}

function movedProblem(path: string): Error {
  return proposalProblems.document_moved(
    `${path} has changed since the base commit of the patch. Recreate the patch on a commit with the current document.`,
    { path },
  );
}

/** A document that is being edited is retried later, since the proposal is not at fault. */
function rethrowBusy(error: unknown, path: string): never {
  if (!(error instanceof DomainError) || error.code !== 'document_locked') throw error;
  throw proposalProblems.documents_busy(
    `Another user is editing ${path}. Try again when they have finished.`,
    { path },
  );
}

async function ignoreRefusals(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof DomainError) || error.kind === 'unavailable') throw error;
  }
}

function slugOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/, '');
}

function titleOf({ title }: Readonly<Record<string, unknown>>): string | undefined {
  return typeof title === 'string' ? title : undefined;
}
