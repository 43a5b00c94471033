import { NotificationListener } from '@galley/database';
import { systemClock, type Logger } from '@galley/kernel';
import type { SupervisorGateway } from '@galley/runcoord';
import { connectDatabase, type ShutdownStack } from '@galley/service';
import { settingsProblems, type Config } from '@galley/settings';
import { createSupervisorGateway } from './create-supervisor-gateway.ts';
import { createRemoteGateway } from './remote-gateway.ts';

const minTimeoutMs = 10_000;

export interface OpenedGateway {
  readonly gateway: SupervisorGateway;
  /** Does nothing if notifications are unavailable. */
  readonly listen: (onNotified: () => void) => void;
}

/** With `coordinator.supervisor.coordinator_url`, opens no database. @throws `invalid_configuration`. */
export async function openSupervisorGateway(
  config: Config,
  { logger, cleanUp }: { readonly logger: Logger; readonly cleanUp: ShutdownStack },
): Promise<OpenedGateway> {
  const { supervisor, lease } = config.coordinator;
  const { coordinatorUrl: url, token } = supervisor;
  if (url !== undefined) {
    if (token !== undefined)
      return {
        gateway: createRemoteGateway({ url, token, timeout: Math.max(lease, minTimeoutMs) }),
        listen: () => undefined,
      };
    throw settingsProblems.invalid_configuration(
      'coordinator.supervisor.coordinator_url requires coordinator.supervisor.token, with the token of the coordinator. ' +
        'Set GALLEY_COORDINATOR__SUPERVISOR__TOKEN, or GALLEY_COORDINATOR__SUPERVISOR__TOKEN_FILE to the path of a file.',
    );
  }
  const clock = systemClock;
  const { db, address } = await connectDatabase({
    config,
    logger,
    atEnd: cleanUp.add.bind(cleanUp),
  });
  return {
    gateway: createSupervisorGateway({ config, db, clock }),
    listen: (onNotified) => {
      const channel = 'galley_run_events';
      const heard = { id: 'turn-listener', address, channel, onNotified };
      cleanUp.startLoop(new NotificationListener({ ...heard, clock, logger }).loop);
    },
  };
}
