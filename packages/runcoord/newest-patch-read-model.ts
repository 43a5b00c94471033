import type { ExpressionBuilder } from 'kysely';
import type { Schema } from '@galley/database';

export interface PatchFacts {
  readonly sha256: string;
  readonly baseRevision: string;
  readonly attachedBy: string;
  readonly attachedAt: Date;
}

/** For a lateral join with `proposals`. */
export function newestPatch(from: ExpressionBuilder<Schema, 'proposals'>) {
  return from
    .selectFrom('proposal_patches')
    .selectAll('proposal_patches')
    .whereRef('proposal_patches.proposal_id', '=', 'proposals.id')
    .orderBy('proposal_patches.seq', 'desc')
    .limit(1)
    .as('newest');
}

export interface ProposalFacts {
  readonly id: string;
  readonly runId: string | null;
  readonly taskId: string | null;
  readonly title: string;
  readonly risk: string;
  readonly status: string;
  readonly proposedBy: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly decidedBy: string | null;
  readonly decidedAt: Date | null;
  readonly decisionNote: string | null;
  readonly rolledBackBy: string | null;
  readonly rolledBackAt: Date | null;
}

/** `ProposalFacts` and, null without a patch, `PatchFacts`. */
export const proposalColumns = [
  'proposals.id',
  'run_id as runId',
  'task_id as taskId',
  'title',
  'risk',
  'status',
  'proposed_by as proposedBy',
  'created_at as createdAt',
  'updated_at as updatedAt',
  'decided_by as decidedBy',
  'decided_at as decidedAt',
  'decision_note as decisionNote',
  'rolled_back_by as rolledBackBy',
  'rolled_back_at as rolledBackAt',
  'newest.sha256',
  'newest.base_revision as baseRevision',
  'newest.attached_by as attachedBy',
  'newest.attached_at as attachedAt',
] as const;
