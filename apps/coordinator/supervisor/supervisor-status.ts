import { toWire } from '@galley/kernel';
import type { SupervisorRecord } from '@galley/runcoord';
import { ShutdownStack } from '@galley/service';
import { loadProject, type ProjectOptions } from '../system/with-project.ts';
import { openSupervisorGateway } from './open-supervisor-gateway.ts';

export type PresentedSupervisor = ReturnType<typeof presentSupervisor>;

/** `found`: results of the last check; null before the first. */
function presentSupervisor({ status, ...record }: SupervisorRecord) {
  return {
    ...toWire(record),
    found: status && {
      ...status,
      differences: status.differences.map(toWire),
      stuck: status.stuck.map(toWire),
    },
  };
}

export async function supervisorStatus(options: ProjectOptions) {
  const { logger } = options;
  const config = await loadProject(options);
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
