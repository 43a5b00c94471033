import type { AnswerOf, contract } from '@galley/contract';
import type { IdempotencyStore, Module } from '@galley/http';
import type {
  BudgetControl,
  Enforcement,
  RunAction,
  RunControlService,
  RunTransition,
  StatusProjection,
} from '@galley/runcoord';
import { presentRunStatus } from './present-run-status.ts';
import { runActor } from './run-actor.ts';

export interface RunControlApiOptions {
  readonly control: RunControlService;
  readonly budgets: BudgetControl;
  readonly status: StatusProjection;
  readonly answers: IdempotencyStore;
  readonly enforcement: Enforcement;
}

type Runs = Module<typeof contract.runs>;
type ActionHandler = Runs['reopen'];

export function runControlHandlers(
  options: RunControlApiOptions,
): Pick<
  Runs,
  | 'status'
  | 'control'
  | 'create'
  | 'start'
  | 'pause'
  | 'resume'
  | 'stop'
  | 'forceStop'
  | 'reopen'
  | 'budget'
> {
  const { control, budgets } = options;
  const onRun =
    (action: RunAction): ActionHandler =>
    async ({ params, body: { reason }, ...call }) => {
      const command = { workspaceId: params.id, action, reason, by: runActor(call) };
      return presentTransition(await control.controlRun(params.run, command));
    };
  return {
    ...runStatusHandlers(options),

    control: async ({ params, body, ...call }) => {
      const by = runActor(call);
      const { goal, reason } = body;
      const { id: workspaceId, action } = params;
      return presentTransition(await control.control({ workspaceId, action, goal, reason, by }));
    },

    create: async ({ params, body, ...call }) =>
      presentTransition(
        await control.create({ ...body, workspaceId: params.id, by: runActor(call) }),
      ),

    start: onRun('start'),
    pause: onRun('pause'),
    resume: onRun('resume'),
    stop: onRun('stop'),
    forceStop: onRun('force-stop'),
    reopen: onRun('reopen'),

    budget: async ({ params, body: { agent_id: agentId, ...limits }, ...call }) => {
      const command = { workspaceId: params.id, runId: params.run, agentId, limits };
      return presentTransition(await budgets.set({ ...command, by: runActor(call) }));
    },
  };
}

function presentTransition({
  runId,
  state,
}: Pick<RunTransition, 'runId'> & { readonly state: string }): AnswerOf<
  typeof contract.runs.create
> {
  return { run_id: runId, state };
}

export function runStatusHandlers({
  status,
  enforcement,
}: Pick<RunControlApiOptions, 'status' | 'enforcement'>): Pick<Runs, 'status'> {
  return {
    status: async ({ params, response }) => {
      const { degraded, answer } = presentRunStatus(await status.read(params.id), enforcement);
      if (degraded.length > 0) response.set('X-Galley-Degraded', degraded.join(', '));
      return answer;
    },
  };
}
