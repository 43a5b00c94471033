import type { Database, Transaction } from '@galley/database';
import type { AuditAction, AuditLog, Clock } from '@galley/kernel';
import { runProblems } from '../problems.ts';
import { requireFound, requireWorkspace } from '../require-workspace.ts';
import { RunControlRepository, type ControlledRun } from '../run-control-repository.ts';
import type { RunActor } from '../run-control.ts';
import { RunEventRepository } from '../run-event-repository.ts';
import type { NewRunEvent } from '../run-event.ts';
import { RunRepository } from '../run-repository.ts';
import { isInProgress } from '../transitions.ts';

export interface PeopleOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly auditIn: (transaction: Transaction) => AuditLog;
}

export interface PersonCommand {
  readonly workspaceId: string;
  readonly by: RunActor;
}

export interface Act {
  readonly action: AuditAction;
  readonly target: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly events: readonly NewRunEvent[];
}

/** Performs what a person does in a run, with its audit entry and events in one transaction. @throws `workspace_not_found` */
export async function acting<T>(
  { db, auditIn }: PeopleOptions,
  { workspaceId, by }: PersonCommand,
  work: (transaction: Transaction) => Promise<{ readonly result: T; readonly act: Act }>,
): Promise<T> {
  await requireWorkspace(new RunControlRepository(db), workspaceId);
  return db.transaction().execute(async (transaction) => {
    const { result, act } = await work(transaction);
    await auditIn(transaction).record({
      action: act.action,
      actor: by.username,
      target: act.target,
      outcome: 'success',
      address: by.address,
      requestId: by.requestId,
      details: { ...act.details, workspace_id: workspaceId },
    });
    await new RunEventRepository(transaction).append(act.events);
    return result;
  });
}

/** @throws `run_not_found`, also for a run of another workspace. */
export function requireRun(
  transaction: Transaction,
  workspaceId: string,
  runId: string,
): Promise<ControlledRun> {
  return requireFound(
    { workspaceId, kind: 'Run', id: runId, problem: runProblems.run_not_found },
    () => new RunControlRepository(transaction).find(workspaceId, runId),
  );
}

/** Its state cannot change until the transaction ends. @throws `run_not_found`, `run_over` */
export async function holdRunInProgress(
  transaction: Transaction,
  workspaceId: string,
  runId: string,
): Promise<void> {
  await requireRun(transaction, workspaceId, runId);
  const state = await new RunRepository(transaction).holdState(runId);
  // A blocked run continues when its tasks allow it.
  if (isInProgress(state) || state === 'blocked') return;
  throw runProblems.run_over(
    `The run is ${state}. Reopen it or start another one; nothing was changed.`,
    { run_status: state },
  );
}
