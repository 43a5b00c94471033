import type { Transaction } from '@galley/database';
import { redactSecrets } from '@galley/kernel';
import { terminalTaskStatuses } from '../classification.ts';
import { runProblems } from '../problems.ts';
import { quoteName } from '../require-workspace.ts';
import { RunEventRepository } from '../run-event-repository.ts';
import type { NewRunEvent } from '../run-event.ts';
import { RunRepository } from '../run-repository.ts';
import { TaskRepository } from '../task-repository.ts';
import { SessionRepository } from '../sessions/session-repository.ts';
import { isTurnOver, TurnWorkRepository, type WorkTurn } from '../workers/turn-work-repository.ts';
import { WorkerTokenRepository } from '../workers/worker-token-repository.ts';
import { acting, type PeopleOptions, type PersonCommand } from './acting.ts';

export interface StopTurnCommand extends PersonCommand {
  /** Id of the event that requested the turn. */
  readonly turnId: string;
  /** For the note of the task and the audit log. */
  readonly reason?: string | undefined;
}

export interface StoppedTurn {
  readonly runId: string;
  readonly agentId: string;
  readonly requestEventId: number;
}

/**
 * Stops one turn while its run continues. The turn ends at once and its token is revoked, so that the agent can change
 * nothing more; the supervisor then ends the process. The task of the turn is blocked and unassigned, and a turn with
 * the same reason is not requested again before the run is resumed or its subject changes (`decideWakes`).
 */
export class TurnControl {
  readonly #options: PeopleOptions;

  constructor(options: PeopleOptions) {
    this.#options = options;
  }

  /** @throws `workspace_not_found`, `turn_not_found`, `turn_over` */
  stop(command: StopTurnCommand): Promise<StoppedTurn> {
    const { workspaceId, turnId, by } = command;
    return acting(this.#options, command, async (transaction) => {
      const runId = await findRunOfTurn(transaction, command);
      const requestEventId = Number(turnId);
      const at = this.#options.clock.now();
      // The agent's calls lock token, run and task in this order.
      await revokeToken(transaction, { requestEventId, by: by.username, at });
      await new RunRepository(transaction).holdState(runId);
      const turn = await requireOpen(transaction, runId, requestEventId);
      const { agentId } = turn;
      const said = redactSecrets(command.reason ?? '').trim();
      const reason =
        said === '' ? `stopped by ${by.username}` : `stopped by ${by.username}: ${said}`;
      await endSession(transaction, { requestEventId, reason, at });
      const events = await returnTask(transaction, {
        turn,
        workspaceId,
        reason,
        by: by.username,
        at,
      });
      await new RunEventRepository(transaction).lock();
      // The agent may have completed the turn before the lock.
      await requireOpen(transaction, runId, requestEventId);
      // A supervisor may have claimed it just before the lock; afterwards, none can. Such a session has no other writer yet.
      await endSession(transaction, { requestEventId, reason, at });
      const ended = { agent_id: agentId, request_event_id: requestEventId, reason };
      const payload = { ...ended, interrupted: true, stopped_by: by.username };
      events.push({ runId, type: 'agent.turn_expired', payload, at });
      const details = { run_id: runId, agent_id: agentId, ...(said !== '' && { reason: said }) };
      return {
        result: { runId, agentId, requestEventId },
        act: { action: 'turn.stop', target: turnId, details, events },
      };
    });
  }
}

async function findRunOfTurn(
  transaction: Transaction,
  { workspaceId, turnId }: StopTurnCommand,
): Promise<string> {
  const isNumber = /^\d{1,15}$/.test(turnId);
  const turns = new TurnWorkRepository(transaction);
  const runId = isNumber ? await turns.findRun(workspaceId, Number(turnId)) : undefined;
  if (runId !== undefined) return runId;
  throw runProblems.turn_not_found(
    `Turn "${quoteName(turnId)}" not found in the workspace "${workspaceId}". Its ID is the turn of a session or an agent.`,
  );
}

async function requireOpen(
  transaction: Transaction,
  runId: string,
  requestEventId: number,
): Promise<WorkTurn> {
  const turn = await new TurnWorkRepository(transaction).find(runId, requestEventId);
  if (!turn) throw runProblems.turn_not_found(`Turn ${requestEventId} names no agent.`);
  if (!isTurnOver(turn.state)) return turn;
  throw runProblems.turn_over(`The turn is already ${turn.state}; nothing was changed.`, {
    turn_state: turn.state,
  });
}

interface TurnEndByPerson {
  readonly reason: string;
  readonly by: string;
  readonly at: Date;
}

interface OfTurn {
  readonly requestEventId: number;
}

async function revokeToken(
  transaction: Transaction,
  { requestEventId, by, at }: OfTurn & Omit<TurnEndByPerson, 'reason'>,
): Promise<void> {
  const session = await new SessionRepository(transaction).findByTurn(requestEventId);
  // The supervisor revokes a token that it issues at the same time.
  if (!session?.tokenId) return;
  await new WorkerTokenRepository(transaction).revoke(session.tokenId, { by, at });
}

async function endSession(
  transaction: Transaction,
  { requestEventId, reason, at }: OfTurn & Omit<TurnEndByPerson, 'by'>,
): Promise<void> {
  const sessions = new SessionRepository(transaction);
  const session = await sessions.findByTurn(requestEventId);
  if (session) await sessions.setEnding(session.id, reason, at);
}

/** Before the stream lock, under which waiting for a task could deadlock. */
async function returnTask(
  transaction: Transaction,
  {
    turn: { runId, agentId, reason: need },
    workspaceId,
    reason: note,
    by,
    at,
  }: TurnEndByPerson & { readonly turn: WorkTurn; readonly workspaceId: string },
): Promise<NewRunEvent[]> {
  const taskId = /^task (\S+)$/.exec(need)?.[1];
  if (taskId === undefined) return [];
  const tasks = new TaskRepository(transaction);
  const task = await tasks.hold({ workspaceId }, taskId);
  const isOver = (terminalTaskStatuses as readonly string[]).includes(task?.status ?? '');
  if (!task || isOver || task.assignedAgentId !== agentId) return [];
  await tasks.update(task, { status: 'blocked', assignedAgentId: null, note }, at);
  const payload = { task_id: taskId, from: task.status, to: 'blocked', changed_by: by };
  return [{ runId, type: 'task.status_changed', payload, at }];
}
