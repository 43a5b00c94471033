import type { contract } from '@galley/contract';
import type { HandlerOf, Module, SignedInCall } from '@galley/http';
import { may, toWire } from '@galley/kernel';
import type { Conversation, MemoryControl, TaskControl, TurnControl } from '@galley/runcoord';
import type { PartialModules } from './partial-modules.ts';
import { presentQuestion } from './present-run-records.ts';
import { runActor } from './run-actor.ts';

export interface RunPeopleApiOptions {
  readonly tasks: TaskControl;
  readonly conversation: Conversation;
  readonly memories: MemoryControl;
  readonly turns: TurnControl;
}

type Tasks = typeof contract.tasks;

/** Acts of people in a run, besides decisions. */
export function runPeopleHandlers({ tasks, conversation, memories, turns }: RunPeopleApiOptions) {
  return {
    tasks: taskHandlers(tasks),

    questions: {
      answer: async ({ params, body, ...call }) => {
        const mayControl = may(call.actor, 'runs.control');
        const command = { ...commandOf(params, call), questionId: params.question, mayControl };
        return presentQuestion(await conversation.answer({ ...command, answer: body.text }));
      },
    },

    agents: {
      message: async ({ params, body: { run_id: runId, text }, ...call }) => {
        const command = { ...commandOf(params, call), runId, agentId: params.agent };
        await conversation.message({ ...command, text });
        return { run_id: runId, agent_id: params.agent };
      },
    },

    turns: {
      stop: async ({ params, body: { reason }, ...call }) => {
        const { turn: turnId } = params;
        const stopped = await turns.stop({ ...commandOf(params, call), turnId, reason });
        return { turn: turnId, run_id: stopped.runId, agent_id: stopped.agentId };
      },
    },

    memories: {
      delete: async ({ params, ...call }) => {
        await memories.delete({ ...commandOf(params, call), memoryId: params.memory });
        return { id: params.memory };
      },
    },
  } satisfies PartialModules;
}

function taskHandlers(tasks: TaskControl): Omit<Module<Tasks>, 'list'> {
  const simple =
    (action: 'cancel' | 'reopen' | 'takeOver'): HandlerOf<Tasks['cancel']> =>
    async ({ params, ...call }) =>
      toWire(await tasks[action]({ ...commandOf(params, call), taskId: params.task }));
  return {
    create: async ({ params, body, ...call }) => {
      const { run_id: runId, description = '', depends_on: dependsOn, ...given } = body;
      const command = { ...given, ...commandOf(params, call), runId, description, dependsOn };
      return toWire(await tasks.create(command));
    },
    update: async ({ params, body: { depends_on: dependsOn, ...given }, ...call }) => {
      const command = { ...given, ...commandOf(params, call), taskId: params.task, dependsOn };
      return toWire(await tasks.update(command));
    },
    cancel: simple('cancel'),
    reopen: simple('reopen'),
    takeOver: simple('takeOver'),
    assign: async ({ params, body: { agent_id: agentId }, ...call }) =>
      toWire(await tasks.assign({ ...commandOf(params, call), taskId: params.task, agentId })),
  };
}

function commandOf(
  { id: workspaceId }: { readonly id: string },
  call: Pick<SignedInCall<unknown>, 'actor' | 'request' | 'response'>,
) {
  return { workspaceId, by: runActor(call) };
}
