import type { contract } from '@galley/contract';
import type { IdempotencyStore, Module } from '@galley/http';
import type { Enforcement, RunControlService, StatusProjection } from '@galley/runcoord';
import { presentRunStatus } from './present-run-status.ts';
import { runActor } from './run-actor.ts';

export interface RunControlApiOptions {
  readonly control: RunControlService;
  readonly status: StatusProjection;
  readonly answers: IdempotencyStore;
  readonly enforcement: Enforcement;
}

type Runs = Module<typeof contract.runs>;

export function runControlHandlers(
  options: RunControlApiOptions,
): Pick<Runs, 'status' | 'control'> {
  const { control } = options;
  return {
    ...runStatusHandlers(options),

    control: async ({ params, body, ...call }) => {
      const by = runActor(call);
      const { goal, reason } = body;
      const { id: workspaceId, action } = params;
      const { runId, state } = await control.control({ workspaceId, action, goal, reason, by });
      return { run_id: runId, state };
    },
  };
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
