import { systemActor, systemClock, toWire } from '@galley/kernel';
import {
  BudgetControl,
  isInProgress,
  RunControlService,
  runProblems,
  RunRecords,
  SessionEventRepository,
  SessionRecords,
  TurnControl,
  type Budget,
  type CheckResult,
  type ProposalPullRequest,
  type RunRecord,
  type SessionRecord,
  type Task,
} from '@galley/runcoord';
import {
  presentRun,
  presentQuestion,
  presentRunDetail,
  presentSession,
  presentSessionEvent,
  type PresentedSessionEvent,
} from '@galley/run-api';
import type { Config } from '@galley/settings';
import { withProject, type ProjectOptions } from '../system/with-project.ts';
import { auditIn } from '../worker-tokens/audit-in.ts';

export type PresentedRun = ReturnType<typeof presentRun>;
export type PresentedRunDetail = ReturnType<typeof presentRunDetail>;
export type PresentedTask = ReturnType<typeof presentTask>;
export type PresentedQuestion = ReturnType<typeof presentQuestion>;
export type PresentedTurn = ReturnType<typeof presentSession>;

/** With the checks of its newest patch. */
export interface PresentedProposal {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly checks_state: string;
  readonly checks: readonly CheckResult[];
  readonly pull_request: ProposalPullRequest | null;
}

export interface PresentedTurnEvent extends PresentedSessionEvent {
  readonly run_id: string;
  readonly agent_id: string;
}

export interface EventQuery {
  readonly runId: string;
  readonly agentId?: string | undefined;
  readonly sessionId?: string | undefined;
  /** Waits for further events until the run ends or the signal aborts. */
  readonly follow?: AbortSignal | undefined;
}

interface Parts {
  readonly workspaceId: string;
  readonly records: RunRecords;
  readonly sessions: SessionRecords;
  readonly events: SessionEventRepository;
  readonly control: RunControlService;
  readonly turns: TurnControl;
  readonly budgets: BudgetControl;
}

const pageSize = 200;
const pollIntervalMs = 1_000;
const byHand = { username: systemActor.username, address: '', requestId: '' };

/** Works without signing in, for people with access to the machine. */
export class RunInspection {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Newest first. */
  async list(limit: number): Promise<PresentedRun[]> {
    const { records, workspaceId } = this.#parts;
    const { items } = await records.listRuns({ workspaceId, limit });
    return items.map(presentRun);
  }

  /** @throws `run_not_found`. */
  async show(runId: string): Promise<{
    readonly run: PresentedRunDetail;
    readonly turns: readonly PresentedTurn[];
    /** Open tasks that wait for others. */
    readonly waiting_tasks: readonly PresentedTask[];
    readonly proposals: readonly PresentedProposal[];
    /** Open ones. */
    readonly questions: readonly PresentedQuestion[];
  }> {
    const { records, workspaceId } = this.#parts;
    const run = await records.getRun(workspaceId, runId);
    const census = await records.countWork(run);
    const [waiting, budgets] = [await records.findWaiting(run), await records.listBudgets(run.id)];
    const turns = (await this.#sessionsOf({ runId })).map(presentSession);
    const open = { workspaceId, runId, status: 'open', limit: pageSize };
    const { items } = await records.listTasks(open);
    const waitingTasks = items.filter(({ waitsFor }) => waitsFor.length > 0).map(presentTask);
    const detail = presentRunDetail(run, { census, waiting, budgets });
    const proposals = await this.#listProposals(run.id);
    const asked = await records.listQuestions(open);
    const questions = asked.items.map(presentQuestion);
    return { run: detail, turns, waiting_tasks: waitingTasks, proposals, questions };
  }

  /** Proposals of the run, in database order. */
  async #listProposals(runId: string): Promise<PresentedProposal[]> {
    const { records, workspaceId } = this.#parts;
    const { items } = await records.listProposals({ workspaceId, runId, limit: pageSize });
    const all = await Promise.all(items.map(({ id }) => records.getProposal(workspaceId, id)));
    return all.map(({ id, title, status, checksState, checks, pullRequest }) => ({
      id,
      title,
      status,
      checks_state: checksState,
      checks: checks.map(({ name, outcome, detail }) => ({ name, outcome, detail })),
      pull_request: pullRequest,
    }));
  }

  /** @throws `run_not_found` if there is no run. */
  async newest(): Promise<string> {
    const [run] = await this.list(1);
    if (run) return run.id;
    throw runProblems.run_not_found('The project has no run yet. Start one first.');
  }

  /** @throws `session_not_found`. */
  async runOf(sessionId: string): Promise<string> {
    const { sessions, workspaceId } = this.#parts;
    return (await sessions.get(workspaceId, sessionId)).runId;
  }

  /** Oldest session first. @throws `run_not_found`. */
  async *events(query: EventQuery): AsyncGenerator<PresentedTurnEvent, void> {
    const { records, workspaceId } = this.#parts;
    const { follow } = query;
    const positions = new Map<string, number>();
    const over = new Set<string>();
    for (;;) {
      // Read first: a run that has ended starts no further session.
      const run = await records.getRun(workspaceId, query.runId);
      const sessions = await this.#sessionsOf(query);
      for (const session of sessions) {
        if (over.has(session.id)) continue;
        yield* this.#newEvents(session, positions);
        if (session.status === 'ended') over.add(session.id);
      }
      if (!follow || isOver(run, sessions)) return;
      await systemClock.sleep(pollIntervalMs, follow);
      if (follow.aborted) return;
    }
  }

  async *#newEvents(
    { id, runId, agentId }: SessionRecord,
    positions: Map<string, number>,
  ): AsyncGenerator<PresentedTurnEvent, void> {
    const { events } = this.#parts;
    for (;;) {
      const page = await events.listAfter(id, positions.get(id) ?? 0, pageSize);
      for (const event of page)
        yield { run_id: runId, agent_id: agentId, ...presentSessionEvent(id, event) };
      positions.set(id, page.at(-1)?.seq ?? positions.get(id) ?? 0);
      if (page.length < pageSize) return;
    }
  }

  /** Oldest first. */
  async #sessionsOf({ runId, agentId, sessionId }: EventQuery): Promise<SessionRecord[]> {
    const { sessions, workspaceId } = this.#parts;
    if (sessionId !== undefined) return [await sessions.get(workspaceId, sessionId)];
    const found: SessionRecord[] = [];
    for (let after: string | undefined; ;) {
      const page = await sessions.list({ workspaceId, runId, agentId, after, limit: pageSize });
      found.push(...page.items);
      if (page.next === null) return found.reverse();
      after = page.next;
    }
  }

  /** @throws `run_not_found`, `illegal_run_transition`. */
  async stop(runId: string, reason: string | undefined) {
    const { control, workspaceId } = this.#parts;
    const command = { workspaceId, action: 'stop', reason, by: byHand } as const;
    const { state } = await control.controlRun(runId, command);
    return { run_id: runId, state };
  }

  /** @throws `session_not_found`, `turn_not_found`, `turn_over`. */
  async stopTurn(sessionId: string, reason: string | undefined) {
    const { sessions, turns, workspaceId } = this.#parts;
    const { requestEventId } = await sessions.get(workspaceId, sessionId);
    // A session without a turn was started by hand.
    const turnId = String(requestEventId ?? '');
    const stopped = await turns.stop({ workspaceId, turnId, reason, by: byHand });
    return { turn: turnId, run_id: stopped.runId, agent_id: stopped.agentId };
  }

  /** Missing limits stay. @throws `run_not_found`, `agent_not_found`, `budget_too_low`. */
  async setBudget(runId: string, limits: Budget, agentId: string | undefined) {
    const { budgets, workspaceId } = this.#parts;
    const { state } = await budgets.set({ workspaceId, runId, agentId, limits, by: byHand });
    return { run_id: runId, state };
  }
}

function presentTask({ workspaceId: _, fence: __, ...task }: Task) {
  return toWire(task);
}

function isOver({ status }: RunRecord, sessions: readonly SessionRecord[]): boolean {
  return (
    !isInProgress(status) && status !== 'blocked' && sessions.every((one) => one.status === 'ended')
  );
}

/** Also migrates the database. */
export async function inspectRuns<T>(
  options: ProjectOptions,
  work: (runs: RunInspection) => Promise<T>,
): Promise<T> {
  const { logger } = options;
  return withProject(options, async ({ config, db }) => {
    const parts = await partsOf(config.coordinator, { db, clock: systemClock, logger });
    return work(new RunInspection(parts));
  });
}

async function partsOf(
  { workspace, sessionLogs: retention, enforcement, budget }: Config['coordinator'],
  base: Pick<ConstructorParameters<typeof RunControlService>[0], 'db' | 'clock' | 'logger'>,
): Promise<Parts> {
  const audited = { ...base, auditIn: auditIn('command line') };
  const control = new RunControlService({ ...audited, enforcement, budget });
  // The first command in a new project may come before its first server.
  await control.putWorkspace(workspace);
  return {
    workspaceId: workspace.id,
    records: new RunRecords(base),
    sessions: new SessionRecords({ ...base, retention }),
    events: new SessionEventRepository(base.db),
    control,
    turns: new TurnControl(audited),
    budgets: new BudgetControl(audited),
  };
}
