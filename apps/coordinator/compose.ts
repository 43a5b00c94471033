import { hostname } from 'node:os';
import { NotificationListener, type Database } from '@galley/database';
import { newSecret, type Clock, type Logger } from '@galley/kernel';
import { composeRuns } from '@galley/run-api';
import {
  AgentRepository,
  configuredAdapters,
  configuredAgents,
  RunLeases,
  type TickSettings,
} from '@galley/runcoord';
import { composeIdentity, type BuildInfo, type ConnectedDatabase } from '@galley/service';
import type { Config } from '@galley/settings';
import { createSupervisorGateway } from './supervisor/create-supervisor-gateway.ts';
import { SupervisorWatch } from './supervisor/supervisor-watch.ts';

export interface Environment {
  readonly config: Config;
  readonly projectDirectory: string;
  readonly db: Database;
  readonly databaseAddress: ConnectedDatabase['address'];
  readonly databasePool: ConnectedDatabase['pool'];
  readonly build: BuildInfo;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Also updates workspace, adapters and agents to the configuration. */
export async function compose(environment: Environment) {
  const { config, db, clock, logger } = environment;
  const { lease, agents, adapters, enforcement } = config.coordinator;
  const people = await composeIdentity(environment);
  const runs = await composeRuns(environment);
  await new AgentRepository(db).synchronize({
    agents: configuredAgents({ agents, adapters }),
    adapters: configuredAdapters({ agents, adapters }),
    now: clock.now(),
    enforcement,
  });
  const leases = new RunLeases({ db, holder: holderName(), milliseconds: lease, clock, logger });
  const workspaceId = config.coordinator.workspace.id;
  const supervisors = new SupervisorWatch({ db, workspaceId, clock });
  const gateway = createSupervisorGateway(environment);
  return { ...environment, people, runs, leases, supervisors, gateway, tick: tickSettings(config) };
}

export type Coordinator = Awaited<ReturnType<typeof compose>>;

export function runListener(
  { databaseAddress: address, clock, logger }: Coordinator,
  onNotified: () => void,
): NotificationListener {
  const heard = { id: 'run-listener', address, channel: 'galley_runs', onNotified };
  return new NotificationListener({ ...heard, clock, logger });
}

/** Shown to people; unique even if process ids are reused. */
function holderName(): string {
  return `${hostname()}/${process.pid}/${newSecret().slice(0, 8)}`;
}

function tickSettings({ coordinator }: Config): TickSettings {
  const { enforcement, scope, agents, maxParallelTurns, turnLease, drainDeadline } = coordinator;
  return {
    enforcement,
    scope,
    implementers: agents.implementers.count,
    maxParallelTurns,
    turnLease,
    drainDeadline,
  };
}
