import type { Database } from '@galley/database';
import { silentLogger, systemClock } from '@galley/kernel';
import { ProposalDecisions } from '../proposal-decisions.ts';
import { WorkspaceRepository } from '../workspace-repository.ts';
import { ProposalChecks, type ProposalChecksOptions } from './proposal-checks.ts';

/** Checks that pass, unless `given` has others. */
export function createChecks(
  db: Database,
  directory: string,
  given: Partial<Pick<ProposalChecksOptions, 'runChecks' | 'policy'>> = {},
): ProposalChecks {
  const workspaceId = 'press';
  const repository = new WorkspaceRepository({ workspaceId, directory });
  const base = { db, clock: systemClock, logger: silentLogger, repository };
  const auditIn = () => ({ record: () => Promise.resolve() });
  const decisions = new ProposalDecisions({ ...base, auditIn });
  const runChecks = async () => [{ name: 'tests', outcome: 'pass', detail: 'Fine.' } as const];
  return new ProposalChecks({ ...base, workspaceId, decisions, runChecks, policy: {}, ...given });
}
