import type { Database } from '@galley/database';
import {
  sha256,
  silentLogger,
  systemClock,
  type AuditEvent,
  type Clock,
  type Logger,
} from '@galley/kernel';
import { createTestDatabase, onServer, type TestDatabase } from '@galley/testing';
import type { DecisionCommand } from './decision-rules.ts';
import { TestRepository } from './fixtures.ts';
import { ProposalDecisions } from './proposal-decisions.ts';
import type { ProposalDocuments } from './proposal-documents.ts';
import { WorkspaceRepository } from './workspace-repository.ts';

export interface TestProposal {
  readonly id: string;
  readonly patch?: string | undefined;
  readonly base?: string;
  readonly status?: string;
  readonly title?: string;
  readonly body?: string;
}

export interface DecisionOptions {
  readonly documents?: ProposalDocuments;
  readonly logger?: Logger;
  readonly clock?: Clock;
}

export class ProposalHarness implements AsyncDisposable {
  readonly database: TestDatabase;
  repository: TestRepository;
  recorded: AuditEvent[] = [];

  private constructor(database: TestDatabase, repository: TestRepository) {
    this.database = database;
    this.repository = repository;
  }

  static async open(isBare = false): Promise<ProposalHarness> {
    const harness = new ProposalHarness(
      await createTestDatabase(),
      await TestRepository.make(isBare),
    );
    const now = new Date();
    const workspace = { id: 'press', display_name: 'Press', repository: null, created_at: now };
    await harness.db.insertInto('workspaces').values(workspace).execute();
    const times = { started_at: now, ended_at: null, transitioned_at: now };
    const run = { id: 'run-1', workspace_id: 'press', goal: '', status: 'active', reason: null };
    await harness.db
      .insertInto('runs')
      .values({ ...run, ...times })
      .execute();
    return harness;
  }

  async renew(): Promise<void> {
    await this.repository[Symbol.asyncDispose]();
    this.repository = await TestRepository.make();
    this.recorded = [];
    await onServer(
      this.database.url,
      'truncate proposal_applications, proposal_checks, proposal_check_runs, proposal_submissions, proposal_comments, proposal_pull_requests, approval_requests, proposal_patches, run_events, proposals cascade',
    );
  }

  get db(): Database {
    return this.database.db;
  }

  decisions({ documents, logger = silentLogger, clock = systemClock }: DecisionOptions = {}) {
    const auditIn = () => ({
      record: (event: AuditEvent) => {
        this.recorded.push(event);
        return Promise.resolve();
      },
    });
    const repository = new WorkspaceRepository({
      workspaceId: 'press',
      directory: this.repository.root,
    });
    return new ProposalDecisions({ db: this.db, clock, logger, auditIn, repository, documents });
  }

  async propose({ id, patch, base, status = 'in_review', ...words }: TestProposal): Promise<void> {
    const now = new Date();
    const { title = 'Blacker ink', body = 'It fades.' } = words;
    const about = { workspace_id: 'press', run_id: 'run-1', task_id: null, title, body };
    await this.db
      .insertInto('proposals')
      .values({
        id,
        ...about,
        risk: 'low',
        status,
        proposed_by: 'implementer-1',
        created_at: now,
        updated_at: now,
      })
      .execute();
    if (patch !== undefined) await this.attach(id, patch, base ?? (await this.repository.head()));
  }

  async attach(id: string, patch: string, base: string): Promise<void> {
    await this.db
      .insertInto('proposal_patches')
      .values({
        proposal_id: id,
        sha256: sha256(patch),
        base_revision: base,
        patch,
        attached_by: 'implementer-1',
        attached_at: new Date(),
      })
      .execute();
  }

  async askFor(id: string, proposal: string, by = 'implementer-1'): Promise<void> {
    await this.db
      .insertInto('approval_requests')
      .values({
        id,
        run_id: 'run-1',
        proposal_id: proposal,
        status: 'requested',
        requested_by: by,
        requested_at: new Date(),
      })
      .execute();
  }

  proposal(id: string) {
    return this.db
      .selectFrom('proposals')
      .select(['status', 'decided_by', 'decision_note', 'decided_patch_sha256', 'rolled_back_by'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  }

  async states(): Promise<string[]> {
    const rows = await this.db
      .selectFrom('proposal_applications')
      .select('state')
      .orderBy('started_at')
      .execute();
    return rows.map(({ state }) => state);
  }

  async listEvents(type: string): Promise<unknown[]> {
    const rows = await this.db
      .selectFrom('run_events')
      .select('payload')
      .where('type', '=', type)
      .orderBy('id')
      .execute();
    return rows.map(({ payload }) => payload);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.database.close();
    await this.repository[Symbol.asyncDispose]();
  }
}

export const createPerson = (username = 'ada') => ({
  username,
  address: '127.0.0.1',
  requestId: 'r',
});

export function createAcceptance(
  proposalId: string,
  patch: string | null,
  more: Partial<DecisionCommand> = {},
): DecisionCommand {
  return {
    workspaceId: 'press',
    proposalId,
    decision: 'accept',
    note: undefined,
    by: createPerson(),
    patchSha256: patch === null ? null : sha256(patch),
    ...more,
  };
}

export const ink = '# Ink\n\nIt is black.\n';
export function createPatch(path = 'ink.md', line = 'It is blacker.'): string {
  return `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n@@ -1,3 +1,3 @@\n # Ink\n \n-It is black.\n+${line}\n`;
}

export function outcomeCode(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'done',
    (error: { code?: string }) => {
      if (error.code === undefined) throw error;
      return error.code;
    },
  );
}
