import type { Logger } from '@galley/kernel';
import type { SupervisorRecord } from '@galley/runcoord';
import { ShutdownStack, requireProject } from '@galley/service';
import { loadConfig } from '@galley/settings';
import { openSupervisorGateway } from './open-supervisor-gateway.ts';

export interface SupervisorStatusOptions {
  readonly projectDirectory: string;
  readonly overlays: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly logger: Logger;
}

export interface PresentedSupervisor {
  readonly place: string;
  readonly driver: string;
  readonly holder: string;
  readonly is_here: boolean;
  readonly since: string;
  readonly looked_at: string | null;
  /** Results of the last check; null before the first. */
  readonly found: {
    readonly starting: number;
    readonly running: number;
    readonly concurrency: number;
    readonly started: number;
    readonly ended: number;
    readonly adopted: number;
    readonly phantom: number;
    readonly unowned: number;
    readonly differences: readonly { readonly kind: string; readonly agent_id: string }[];
    readonly stuck: readonly {
      readonly run_id: string;
      readonly agent_id: string;
      readonly reason: string;
    }[];
    readonly error: string | null;
  } | null;
}

export interface PresentedSession {
  readonly id: string;
  readonly run_id: string;
  readonly agent_id: string;
  readonly turn: number;
  readonly state: string;
  readonly since: string;
}

export function presentSupervisor(record: SupervisorRecord): PresentedSupervisor {
  const { place, driver, holder, isHere, since, lookedAt, status } = record;
  return {
    place,
    driver,
    holder,
    is_here: isHere,
    since: since.toISOString(),
    looked_at: lookedAt?.toISOString() ?? null,
    found: status && {
      ...status,
      differences: status.differences.map(({ kind, agentId }) => ({ kind, agent_id: agentId })),
      stuck: status.stuck.map(({ runId, agentId, reason }) => ({
        run_id: runId,
        agent_id: agentId,
        reason,
      })),
    },
  };
}

export async function supervisorStatus(
  options: SupervisorStatusOptions,
): Promise<{ supervisors: PresentedSupervisor[]; sessions: PresentedSession[] }> {
  const { projectDirectory, logger } = options;
  requireProject(projectDirectory);
  const config = await loadConfig({ ...options, overlays: [...options.overlays], overrides: {} });
  const cleanUp = new ShutdownStack(logger);
  try {
    const { gateway } = await openSupervisorGateway(config, { logger, cleanUp });
    const found = await gateway.overview({});
    const supervisors = found.supervisors.map(presentSupervisor);
    const sessions = found.sessions.map((session) => ({
      id: session.id,
      run_id: session.runId,
      agent_id: session.agentId,
      turn: session.requestEventId,
      state: session.status,
      since: session.startedAt.toISOString(),
    }));
    return { supervisors, sessions };
  } finally {
    await cleanUp.run();
  }
}
