import { AgentFailure } from './agent-failure.ts';
import { Heartbeat } from './heartbeat.ts';
import { Mending, type Advisor } from './mending/mending.ts';
import type { TurnContext } from './roles/turn-context.ts';
import { parseTurnReason, type TurnTask } from './roles/turn-task.ts';
import { mendTask } from './roles/mend-task.ts';
import { plan } from './roles/plan.ts';
import { review } from './roles/review.ts';
import { revise } from './roles/revise.ts';
import { truncate } from './roles/work-messages.ts';
import { anything } from './table/answers.ts';
import { Refusal, Table } from './table/table.ts';
import { WorkTable } from './table/work-table.ts';

export interface TurnSettings {
  readonly url: string;
  readonly token: string;
  readonly agentId: string;
  readonly role: string;
  /** `request_event_id` of the turn. */
  readonly turn: number;
  readonly reason: string;
  /** Folder of the checked out repository; `undefined` if the workspace has none. */
  readonly repository: string | undefined;
  readonly revision: string | undefined;
  readonly contentFolder: string | undefined;
  /** In milliseconds. */
  readonly heartbeat: number;
}

export interface TurnParts {
  readonly settings: TurnSettings;
  readonly advisor: Advisor | undefined;
  readonly log: (line: string) => void;
  /** Stops at the next safe point. */
  readonly signal: AbortSignal;
}

export interface TurnReport {
  readonly turn: number;
  readonly reason: string;
  readonly summary: string;
}

const maxSummaryLength = 4_000;

/** Idempotent: another process can repeat the turn, in parallel or after this one was killed. @throws AgentFailure */
export async function runTurn({ settings, advisor, log, signal }: TurnParts): Promise<TurnReport> {
  const { url, token, turn, reason } = settings;
  await using table = new Table({ url, token, turn: String(turn), signal });
  const at = { request_event_id: turn };
  try {
    await begin(table, at);
    const summary = await withHeartbeat({ table, settings, log }, () =>
      runTask({ table, settings, advisor, log, signal }),
    );
    const completion = { ...at, summary: truncate(summary, maxSummaryLength) };
    await table
      .changeAs(
        'complete',
        'agent_turn_complete',
        completion,
      )(anything)
      .catch(unlessReused);
    return { turn, reason, summary };
  } catch (error) {
    throw failureOf(error, signal);
  }
}

/** `turn_started`: another process of this turn started it and was killed. */
async function begin(table: Table, at: { readonly request_event_id: number }): Promise<void> {
  try {
    await table.changeAs('start', 'agent_turn_start', at)(anything);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'turn_started') throw error;
  }
}

/** Another process completed the turn with another summary. */
function unlessReused(error: unknown): void {
  if (error instanceof Refusal && error.code === 'idempotency_key_reuse') return;
  throw error;
}

interface Beating {
  readonly table: Table;
  readonly settings: TurnSettings;
  readonly log: (line: string) => void;
}

async function withHeartbeat<Result>(
  { table, settings, log }: Beating,
  work: () => Promise<Result>,
): Promise<Result> {
  const { heartbeat, turn } = settings;
  const beating = new Heartbeat(
    heartbeat,
    () => table.tell('agent_heartbeat', { request_event_id: turn }),
    (error) => log(`Heartbeat failed: ${error instanceof Error ? error.message : String(error)}`),
  );
  try {
    return await work();
  } finally {
    await beating.end();
  }
}

interface Fulfilment extends TurnParts {
  readonly table: Table;
}

async function runTask({ table, settings, advisor, log, signal }: Fulfilment): Promise<string> {
  const { agentId, repository, revision, contentFolder, reason, role } = settings;
  const duty = parseTurnReason(reason);
  if (duty.kind === 'unknown') {
    return `Unknown turn reason ${JSON.stringify(truncate(reason, 200))}. As ${role}, this agent can plan, fix links and alt texts, and review and revise such fixes.`;
  }
  if (repository === undefined || revision === undefined)
    return 'The workspace has no repository, so the agent has no documents to fix.';
  const mending = await Mending.open({ repository, folder: contentFolder, advisor, signal });
  const context: TurnContext = {
    table: new WorkTable(table, agentId),
    mending,
    revision,
    log,
    hasModel: advisor !== undefined,
    safePoint: () => signal.throwIfAborted(),
  };
  try {
    return await dispatch(context, duty);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'run_takes_no_work') throw error;
    return 'The run accepts no new work at the moment; a later turn can do this work.';
  }
}

function dispatch(
  context: TurnContext,
  duty: Exclude<TurnTask, { kind: 'unknown' }>,
): Promise<string> {
  switch (duty.kind) {
    case 'plan':
      return plan(context);
    case 'task':
      return mendTask(context, duty.id);
    case 'review':
      return review(context, duty.id);
    case 'revise':
      return revise(context, duty.id);
  }
}

/** The agent has lost the turn, or the run is over. */
const overCodes: ReadonlySet<string> = new Set([
  ...[
    'turn_over',
    'turn_not_found',
    'turn_not_scheduled',
    'not_yours',
    'run_over',
    'scope_missing',
  ],
]);

function failureOf(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) {
    const message =
      'Stopped by a signal. The turn is not completed; another process can continue it.';
    return new AgentFailure('stopped', message, { cause: error });
  }
  if (!(error instanceof Refusal)) return error;
  const ending = overCodes.has(error.code) ? 'refused' : 'failed';
  return new AgentFailure(ending, `${error.message} (${error.code})`, { cause: error });
}
