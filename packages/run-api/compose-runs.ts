import { AuditRepository } from '@galley/auth';
import { NotificationListener, type Database, type Transaction } from '@galley/database';
import type { Clock, Logger } from '@galley/kernel';
import {
  ApprovalService,
  IdempotencyRepository,
  RunControlService,
  RunEventFeed,
  RunEventWaker,
  RunRecords,
  StatusProjection,
  WorkerTokenService,
} from '@galley/runcoord';
import type { ConnectedDatabase } from '@galley/service';
import type { Config } from '@galley/settings';
import { WaitingRoom } from './waiting-room.ts';

export interface RunsEnvironment {
  readonly config: Config;
  readonly db: Database;
  /** For a connection beside the pool. */
  readonly databaseAddress: ConnectedDatabase['address'];
  readonly clock: Clock;
  readonly logger: Logger;
}

/** What the API of runs is made of; the project's workspace is there afterwards. */
export async function composeRuns(environment: RunsEnvironment) {
  const { config, db, clock, logger } = environment;
  const { enforcement, workspace } = config.coordinator;
  const base = { db, clock, logger };
  const auditIn = (transaction: Transaction) => new AuditRepository({ db: transaction, clock });
  const control = new RunControlService({ ...base, enforcement, auditIn });
  await control.putWorkspace(workspace);
  const waker = new RunEventWaker(base);
  return {
    control,
    enforcement,
    status: new StatusProjection(base),
    answers: new IdempotencyRepository(base),
    records: new RunRecords(base),
    approvals: new ApprovalService({ ...base, auditIn }),
    workerTokens: new WorkerTokenService({ ...base, auditIn }),
    events: new RunEventFeed({ ...base, waker }),
    /** To be closed before the server waits for the answers under way: some of them wait in it. */
    waitingRoom: new WaitingRoom(clock),
    /** By name; to be stopped after the answers under way. */
    loops: {
      'what wakes those who wait for events of runs': waker,
      'the notifications of events of runs': listenFor(waker, environment),
    },
  };
}

function listenFor(
  waker: RunEventWaker,
  { databaseAddress: address, clock, logger }: RunsEnvironment,
): NotificationListener {
  const onNotified = (): void => waker.hint();
  return new NotificationListener({
    address,
    channel: 'galley_run_events',
    onNotified,
    clock,
    logger,
  });
}
