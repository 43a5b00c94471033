import { withAdvisoryLock, type Database, type Transaction } from '@galley/database';
import { redactSecrets, sha256, type AuditLog, type Clock, type Logger } from '@galley/kernel';
import {
  ProposalCommentRepository,
  readPatch,
  runProblems,
  type FileChange,
} from '@galley/runcoord';
import { reverseFiles, type Application } from './application.ts';
import { ApplicationRepository } from './application-repository.ts';
import { Applications } from './applications.ts';
import { selectHunks } from './chosen-hunks.ts';
import { requireCommitted } from './patch-commit.ts';
import { formatAcceptance, formatRollback } from './commit-message.ts';
import { planCommit, writeFiles, type CommitRequest } from './commit-plan.ts';
import {
  DecidedProposalRepository,
  type DecidedPatch,
  type DecidedProposal,
} from './decided-proposal-repository.ts';
import { recordDecision } from './decision-records.ts';
import { requireDecidable, requireNote, type DecisionCommand } from './decision-rules.ts';
import { DocumentSubmissions, submissionLock } from './document-submissions.ts';
import { proposalProblems } from './problems.ts';
import { quoteComments } from './proposal-comments.ts';
import type { ProposalDocuments } from './proposal-documents.ts';
import type { Repository } from './repository.ts';
import { hasIndexLock, withIndexLock } from './staged-files.ts';
import { findConflicts, applyToBase, type WorkspaceRepository } from './workspace-repository.ts';

export interface ProposalDecisionsOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly auditIn: (transaction: Transaction) => AuditLog;
  readonly repository: WorkspaceRepository;
  readonly documents?: ProposalDocuments | undefined;
}

export type RollbackCommand = Pick<DecisionCommand, 'workspaceId' | 'proposalId' | 'note' | 'by'>;

/** Attempts before a moving branch is reported. */
const maxAttempts = 3;

/** Each decision concerns one patch; accepting it makes one commit, even across crashes (GAP-RC-MCP-5). */
export class ProposalDecisions {
  readonly #options: ProposalDecisionsOptions;

  constructor(options: ProposalDecisionsOptions) {
    this.#options = options;
  }

  /**
   * Throws `proposal_not_found`, `note_required`, `own_request`, `illegal_proposal_decision`, `patch_changed`,
   * `line_not_in_patch`; on
   * acceptance also `no_hunks_chosen`, `unknown_hunks`, `repository_missing`, `repository_unusable`, `no_branch`, `base_not_found`, `patch_does_not_apply`,
   * `base_moved`, `uncommitted_changes`, and refusals of the documents. On any error nothing was done.
   */
  async decide(command: DecisionCommand): Promise<void> {
    requireNote(command);
    const proposal = await this.#get(this.#options.db, command);
    const patch = requireDecidable(proposal, command);
    if (command.decision === 'accept') {
      selectHunks(patch ? readPatch(patch.text) : [], command.hunks);
      if (patch) return this.#accept(command);
    }
    this.#quote(command, patch);
    if (patch) await this.#decideDocuments(command, patch);
    await this.#options.db
      .transaction()
      .execute((transaction) => this.#record(transaction, command));
  }

  /**
   * The proposal stays accepted. Throws `proposal_not_found`, `not_applied`, `changed_since` with the paths, and the
   * repository errors of accepting.
   */
  async rollBack(command: RollbackCommand): Promise<void> {
    const proposal = await this.#get(this.#options.db, command);
    await this.#inRepository(command.workspaceId, async (repository, applications) => {
      const applied = await applications.repository.findApplied(proposal.id);
      if (!applied)
        throw proposalProblems.not_applied(
          `Nothing of the proposal is in the repository: it is ${proposal.status.slice(0, 100)}${proposal.rolledBackAt ? ', and was taken back' : ''}.`,
          { proposal_status: proposal.status },
        );
      const files = reverseFiles(applied.files);
      await this.#requireUnchanged(repository, applied);
      await requireCommitted(repository, files, this.#options.documents);
      const { wish: request, head } = await this.#prepareRequest(repository, command);
      const commit = applied.commitId;
      const message = formatRollback(proposal, {
        commit,
        by: command.by.username,
        note: request.note,
      });
      const { patchSha256, baseRevision, hunks } = applied;
      return planCommit(repository, {
        ...request,
        head,
        files,
        hunks,
        message,
        patchSha256,
        baseRevision,
        rollbackOf: applied.id,
      });
    });
  }

  /** False when there was nothing to recover. */
  async recover(workspaceId: string): Promise<boolean> {
    const { db } = this.#options;
    const isApplying =
      (await new ApplicationRepository(db).findApplying(workspaceId)) !== undefined;
    const repository = await this.#options.repository.open(workspaceId).catch((error: unknown) => {
      if (isApplying) throw error;
      return undefined;
    });
    if (!isApplying && !(repository && (await hasIndexLock(repository)))) return false;
    return withAdvisoryLock(db, lockName(workspaceId), async (connection) => {
      await this.#applications(connection).completeInterrupted(workspaceId);
      return true;
    });
  }

  #accept(command: DecisionCommand): Promise<void> {
    return this.#inRepository(command.workspaceId, async (repository, { db }) => {
      const proposal = await this.#get(db, command);
      // An unchanged hash means that the patch still exists.
      const patch = requireDecidable(proposal, command)!;
      const { changes, selection: hunks } = selectHunks(readPatch(patch.text), command.hunks);
      const { files } = await applyToBase(repository, patch.baseRevision, changes);
      const { wish: request, head } = await this.#prepareRequest(repository, command);
      await requireCurrentBase({
        repository,
        patch,
        head: head.commit,
        changes: this.#withoutDocuments(changes),
      });
      const written = await writeFiles(repository, files);
      await requireCommitted(repository, written, this.#options.documents);
      await this.#submit(db, command.workspaceId, { proposal, patch });
      const { sha256: hash, baseRevision, attachedBy: agentId } = patch;
      const by = command.by.username;
      const message = formatAcceptance(proposal, { sha256: hash, by, hunks });
      return planCommit(repository, {
        ...request,
        head,
        files: written,
        hunks,
        message,
        agentId,
        baseRevision,
        patchSha256: hash,
        rollbackOf: null,
      });
    });
  }

  /** A submission that runs meanwhile would make the same drafts, and replace accepted hunks by the whole patch. */
  async #submit(
    db: Database,
    workspaceId: string,
    { proposal, patch }: { readonly proposal: DecidedProposal; readonly patch: DecidedPatch },
  ): Promise<void> {
    if (!this.#options.documents) return;
    await withAdvisoryLock(db, submissionLock, async (connection) =>
      this.#submissions(connection)?.submit(workspaceId, proposal, patch),
    );
  }

  async #prepareRequest(repository: Repository, command: RollbackCommand) {
    const { proposalId, workspaceId, by } = command;
    const { branch, commit } = await repository.head();
    const files = await repository.snapshot(commit);
    const head: CommitRequest['head'] = { branch, commit, files: files! };
    const note = normalizeNote(command);
    return { head, wish: { proposalId, workspaceId, by, note, at: this.#options.clock.now() } };
  }

  /** Runs one at a time per workspace. `plan` must write only unreferenced objects: it may be repeated. */
  async #inRepository(
    workspaceId: string,
    plan: (repository: Repository, applications: Applications) => Promise<Application>,
  ): Promise<void> {
    const { db } = this.#options;
    await withAdvisoryLock(db, lockName(workspaceId), async (connection) => {
      const applications = this.#applications(connection);
      await applications.completeInterrupted(workspaceId);
      const repository = await this.#open(workspaceId);
      for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
        const isDone = await withStableTree(repository, async () =>
          applications.apply(repository, await plan(repository, applications)),
        );
        if (isDone) return;
      }
      throw proposalProblems.decision_undone(
        'The branch of the repository moved each time that the patch was to go onto it. Nothing was decided; try again.',
      );
    });
  }

  async #open(workspaceId: string): Promise<Repository> {
    const repository = await this.#options.repository.open(workspaceId);
    if (!repository)
      throw proposalProblems.repository_missing(
        'The workspace has no repository that a patch could go to; coordinator.workspace.repository says where it is.',
      );
    await repository.requireIdle();
    return repository;
  }

  async #get(
    db: Database | Transaction,
    { workspaceId, proposalId }: RollbackCommand,
  ): Promise<DecidedProposal> {
    const proposals = new DecidedProposalRepository(db);
    // PostgreSQL rejects NUL, so no id contains it.
    const isPossible = !`${workspaceId}${proposalId}`.includes('\0');
    const found = isPossible ? await proposals.find(workspaceId, proposalId) : undefined;
    if (found) return found;
    throw runProblems.proposal_not_found(
      `The workspace "${workspaceId.slice(0, 100)}" has no proposal "${proposalId.slice(0, 100)}".`,
    );
  }

  async #record(transaction: Transaction, command: DecisionCommand): Promise<void> {
    await new DecidedProposalRepository(transaction).lock(command.proposalId);
    const proposal = await this.#get(transaction, command);
    const patch = requireDecidable(proposal, command);
    if (await new ApplicationRepository(transaction).isProposalApplying(proposal.id))
      throw runProblems.proposal_applying('The proposal is being accepted. Try again shortly.');
    const { workspaceId, decision, by } = command;
    const about = { note: normalizeNote(command), patchSha256: patch?.sha256 ?? null };
    const at = this.#options.clock.now();
    const comments = this.#quote(command, patch);
    await new ProposalCommentRepository(transaction).insert(proposal.id, comments);
    const more = comments.length > 0 ? { comments: comments.length } : {};
    await recordDecision(
      transaction,
      { workspaceId, proposal, decision, by, at, ...about, more },
      this.#options,
    );
  }

  #quote({ by, comments = [] }: DecisionCommand, patch: DecidedPatch | null) {
    return quoteComments(patch, comments, { author: by.username, at: this.#options.clock.now() });
  }

  async #requireUnchanged(repository: Repository, { files }: Application): Promise<void> {
    const { commit } = await repository.head();
    const head = (await repository.snapshot(commit))!;
    const paths: string[] = [];
    for (const { path, after } of files) {
      if (this.#options.documents?.isDocument(path)) continue;
      const now = await head.find(path);
      if (now?.oid !== after?.oid || now?.mode !== after?.mode) paths.push(path);
    }
    if (paths.length === 0) return;
    throw proposalProblems.changed_since(
      `Since the proposal was accepted, others have changed ${paths.slice(0, 5).join(', ')}. Nothing was done; take it back by hand.`,
      { paths },
    );
  }

  /** The documents check their own state, because snapshots also commit drafts. */
  #withoutDocuments(changes: readonly FileChange[]): FileChange[] {
    const { documents } = this.#options;
    return changes.filter(({ from, to }) => !documents?.isDocument(to ?? from));
  }

  async #decideDocuments(command: DecisionCommand, patch: DecidedPatch): Promise<void> {
    const { decision, proposalId: proposal, by } = command;
    const id = sha256(`${proposal} ${patch.sha256} ${decision}`);
    const note = normalizeNote(command);
    await this.#options.documents?.decide({
      id,
      proposal,
      patchSha256: patch.sha256,
      decision,
      by,
      note,
    });
  }

  #submissions(db: Database): DocumentSubmissions | undefined {
    const { documents } = this.#options;
    return documents && new DocumentSubmissions({ ...this.#options, documents, db });
  }

  #applications(db: Database): Applications {
    return new Applications({ ...this.#options, db });
  }
}

const lockName = (workspaceId: string): string => `galley:repository:${workspaceId}`;

function normalizeNote({ note }: { readonly note: string | undefined }): string | null {
  return note === undefined || note.trim() === '' ? null : redactSecrets(note);
}

/** Prevents commits, staging and checkouts while files change. */
function withStableTree<T>(repository: Repository, work: () => Promise<T>): Promise<T> {
  return repository.workingTree === undefined ? work() : withIndexLock(repository, work);
}

interface BaseCheck {
  readonly repository: Repository;
  readonly patch: DecidedPatch;
  readonly changes: readonly FileChange[];
  readonly head: string;
}

/** Throws `base_moved` when paths that the patch reads or changes differ between base and HEAD. */
async function requireCurrentBase({ repository, patch, changes, head }: BaseCheck): Promise<void> {
  if (head === patch.baseRevision) return;
  const [base, now] = [
    await repository.snapshot(patch.baseRevision),
    await repository.snapshot(head),
  ];
  const conflicts = await findConflicts(changes, base!, now!);
  if (conflicts.length === 0) return;
  const paths = conflicts.slice(0, 5).map(({ path }) => path);
  throw proposalProblems.base_moved(
    `Since the base of the patch, ${paths.join(', ')} changed. Nothing was done. Request a revision based on the current commit.`,
    { base_revision: patch.baseRevision, head_revision: head, conflicts },
  );
}
