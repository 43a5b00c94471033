import { redactSecrets } from '@galley/kernel';
import {
  combineHealth,
  isInProgress,
  RunBoardReadModel,
  RunWaitingReadModel,
  workScope,
  type BoardRequest,
  type SupervisorRecord,
} from '@galley/runcoord';
import type { PreparedRun } from '../runs/prepared-run.ts';
import { describeUse } from './describe-use.ts';
import type { ConsoleView } from '../tui/index.ts';

const maxEventTextLength = 200;

/** Redacts secrets of known formats. */
export async function readBoard({ coordinator, run, ticks }: PreparedRun): Promise<ConsoleView> {
  const { workspace, enforcement } = coordinator.config.coordinator;
  const board = presentBoard({ coordinator, run });
  const [
    supervisors,
    runs,
    work,
    tasks,
    agents,
    claims,
    proposals,
    approvals,
    events,
    waiting,
    own,
  ] = await Promise.all([
    coordinator.supervisors.list(),
    board.listRuns(),
    board.countWork(),
    board.listTasks(),
    board.listAgents(),
    board.listClaims(),
    board.listProposals(),
    board.listApprovals(),
    board.listEvents(),
    new RunWaitingReadModel(coordinator.db).find(run.id),
    coordinator.runs.records.getRun(workspace.id, run.id),
  ]);
  const { open, inProgress, blocked, done, ...asked } = work;
  return {
    workspace: { id: workspace.id, name: workspace.displayName },
    status: combineHealth([ticks.health]).status,
    tickedRunId: run.id,
    enforcement,
    runs: {
      ...runs,
      rows: runs.rows.map((row) => ({
        ...row,
        goal: redactSecrets(row.goal),
        waiting: row.id === run.id && waiting ? waiting.text : null,
        use: row.id === run.id ? describeUse(own) : null,
        work: isInProgress(row.state) ? { open, inProgress, blocked, done, ...asked } : null,
      })),
    },
    tasks,
    claims,
    proposals,
    approvals,
    agents: {
      ...agents,
      rows: agents.rows.map((agent) => ({ ...agent, note: noteOn(agent.id, supervisors) })),
    },
    events: {
      ...events,
      rows: events.rows.map(({ payload, ...event }) => ({ ...event, text: shortText(payload) })),
    },
  };
}

export function presentBoard({
  coordinator: { config, db, clock },
  run,
}: Pick<PreparedRun, 'coordinator' | 'run'>): RunBoardReadModel {
  const { workspace, scope } = config.coordinator;
  const workspaceId = workspace.id;
  const request: BoardRequest = {
    workspaceId,
    scope: workScope(scope, { id: run.id, workspaceId }),
    runId: run.id,
    now: clock.now(),
  };
  return new RunBoardReadModel(db, request);
}

function noteOn(agentId: string, supervisors: readonly SupervisorRecord[]): string | null {
  const notes = supervisors
    .flatMap(({ isHere, status }) => (isHere && status ? [status] : []))
    .flatMap(({ differences, stuck }) => [
      ...differences.filter((found) => found.agentId === agentId).map(({ kind }) => kind),
      ...stuck.filter((work) => work.agentId === agentId).map(({ reason }) => `stuck: ${reason}`),
    ]);
  return notes.length === 0 ? null : [...new Set(notes)].join(', ');
}

/** `task_id a, assigned_agent_id implementer-1` */
function shortText(payload: unknown): string {
  const parts =
    typeof payload === 'object' && payload !== null && !Array.isArray(payload)
      ? Object.entries(payload).map(([name, value]) => `${name} ${valueText(value)}`)
      : [valueText(payload)];
  return redactSecrets(parts.join(', ')).slice(0, maxEventTextLength);
}

function valueText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
