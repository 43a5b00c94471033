import { fieldError } from '@galley/kernel';
import type { AnswerOf, contract } from '@galley/contract';
import type { IdempotencyStore, Module } from '@galley/http';
import {
  runProblems,
  type Budget,
  type BudgetControl,
  type Enforcement,
  type NewRunCommand,
  type RunAction,
  type RunActor,
  type RunControlService,
  type RunTransition,
  type StatusProjection,
} from '@galley/runcoord';
import { presentRunStatus } from './present-run-status.ts';
import type { RecipesApiOptions } from './recipes/recipes-api.ts';
import { runActor } from './run-actor.ts';

export interface RunControlApiOptions {
  readonly control: RunControlService;
  readonly budgets: BudgetControl;
  readonly status: StatusProjection;
  readonly answers: IdempotencyStore;
  readonly enforcement: Enforcement;
  readonly recipes: RecipesApiOptions;
}

type Runs = Module<typeof contract.runs>;
type ActionHandler = Runs['reopen'];

export function runControlHandlers(options: RunControlApiOptions) {
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

    create: async ({ params, body, ...call }) => {
      const command = await newRun(options, params.id, { ...body, by: runActor(call) });
      return presentTransition(await control.create(command));
    },

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
  } satisfies Partial<Runs>;
}

interface NewRunBody {
  readonly goal?: string | undefined;
  readonly recipe?: string | undefined;
  readonly parameters?: Readonly<Record<string, string>> | undefined;
  readonly budget?: Budget | undefined;
  readonly by: RunActor;
}

/** @throws `invalid_request` for a goal beside a recipe, and for parameters without one. */
function newRun(
  { recipes: { recipes } }: RunControlApiOptions,
  workspaceId: string,
  { goal, recipe, parameters, budget, by }: NewRunBody,
): NewRunCommand | Promise<NewRunCommand> {
  const isRefused = recipe === undefined ? parameters !== undefined : goal !== undefined;
  if (isRefused) {
    throw runProblems.invalid_request.at([
      recipe === undefined
        ? fieldError('parameters', 'only_with', { other: 'recipe' })
        : fieldError('goal', 'not_with', { other: 'recipe' }),
    ]);
  }
  if (recipe === undefined) return { workspaceId, goal, budget, by };
  return recipes.command({ workspaceId, recipe, parameters, budget, cause: 'person', by });
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
