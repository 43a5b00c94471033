import type { SupervisionHealth } from '@galley/runcoord';
import { checkInTime, type BuildInfo } from '@galley/service';
import { describeSupervisors, type SupervisorWatch } from '../supervisor/supervisor-watch.ts';

export interface HealthParts {
  readonly health: () => SupervisionHealth;
  readonly build: BuildInfo;
  readonly supervisors: SupervisorWatch;
  readonly isLeaving: () => boolean;
  /** Rejects if the database does not answer. */
  readonly pingDatabase: () => Promise<void>;
}

/** The cause of a failed tick is in the log and in the events of its run. */
export async function describeHealth({
  health,
  build,
  supervisors,
}: Omit<HealthParts, 'pingDatabase' | 'isLeaving'>) {
  const { status, runs } = health();
  return {
    status,
    runs: runs.map(({ runId, state, reason, failures, isElsewhere }) => ({
      run_id: runId,
      state,
      reason,
      failures,
      is_here: !isElsewhere,
    })),
    supervisors: describeSupervisors(await supervisors.list()),
    version: build.version,
  };
}

export async function describeReadiness({ build, isLeaving, pingDatabase }: HealthParts) {
  const database = await checkInTime(pingDatabase(), 'does not answer');
  const server = isLeaving() && { server: { ok: false, error: 'is about to stop' } };
  return {
    status: database.ok && !server ? 'ready' : 'not-ready',
    version: build.version,
    checks: { database, ...server },
  };
}
