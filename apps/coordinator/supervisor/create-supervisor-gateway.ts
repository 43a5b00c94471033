import type { Database } from '@galley/database';
import type { Clock } from '@galley/kernel';
import { SupervisorService, WorkerTokenService, type SupervisorGateway } from '@galley/runcoord';
import type { Config } from '@galley/settings';
import { auditIn } from '../worker-tokens/audit-in.ts';

export function createSupervisorGateway({
  config: { coordinator },
  db,
  clock,
}: {
  readonly config: Config;
  readonly db: Database;
  readonly clock: Clock;
}): SupervisorGateway {
  const tokens = new WorkerTokenService({ db, clock, auditIn: auditIn('supervisor') });
  const { workspace, turnLease, enforcement } = coordinator;
  const workspaceId = workspace.id;
  return new SupervisorService({ db, clock, tokens, turnLease, enforcement, workspaceId });
}
