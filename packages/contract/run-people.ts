import { z } from 'zod';
import { fieldFault } from '@galley/kernel';
import { exampleProject } from './example-project.ts';
import { defineNoun } from './operation.ts';
import {
  keyProblems,
  name,
  pageOf,
  pageQuery,
  workspaceId,
  workspaceProblems,
} from './run-shapes.ts';
import { dateTime, matching, text } from './shapes.ts';

const runId = name().optional().meta({ description: 'Only entries of this run.' });
const question = z
  .object({
    id: z.string(),
    run_id: z.string(),
    agent_id: z.string(),
    text: z.string(),
    choices: z.array(z.string()).meta({ description: 'Suggested answers; any other is possible.' }),
    status: z.enum(['open', 'answered']),
    due_at: dateTime.nullable(),
    asked_at: dateTime,
    answer: z.string().nullable(),
    answered_by: z.string().nullable(),
    answered_at: dateTime.nullable(),
    about: z.string().nullable().meta({
      description:
        'Set if the coordinator asks: why it has paused the run. The answer resumes or stops it, which needs `runs.control`.',
    }),
  })
  .meta({ id: 'Question' });

export const questions = defineNoun('questions', {
  list: {
    base: 'runs',
    access: { capability: 'runs.read' },
    get: '/workspaces/{id}/questions',
    summary: 'Questions of agents to people, newest first',
    params: z.object({ id: workspaceId }),
    query: z.strictObject({
      ...pageQuery,
      status: z.enum(['open', 'answered']).optional(),
      run_id: runId,
    }),
    answer: pageOf(question),
    problems: workspaceProblems,
    example: { params: { id: exampleProject.workspace } },
  },

  answer: {
    base: 'runs',
    access: { capability: 'runs.approve' },
    idempotent: true,
    post: '/workspaces/{id}/questions/{question}/answer',
    audited: { action: 'run.answer', withTheChange: true },
    summary: 'Answer a question; the agent gets a turn with the answer',
    params: z.object({
      id: workspaceId,
      question: z.string().meta({ description: 'Id of the question.' }),
    }),
    body: z.strictObject({ text: text().min(1).max(4_000) }),
    answer: question,
    problems: [
      ...keyProblems,
      ...workspaceProblems,
      'question_not_found',
      'already_decided',
      'run_control_required',
      'illegal_run_transition',
    ],
    example: {
      params: { id: exampleProject.workspace, question: 'no-such-question' },
      body: { text: 'The first one.' },
      refused: [404, 'question_not_found'],
    },
  },
});

export const agentMessages = defineNoun('agents', {
  message: {
    base: 'runs',
    access: { capability: 'runs.control' },
    idempotent: true,
    post: '/workspaces/{id}/agents/{agent}/messages',
    audited: { action: 'run.message', withTheChange: true },
    summary: 'Give an agent a turn with your words, in a run in progress',
    params: z.object({
      id: workspaceId,
      agent: z.string().meta({ description: 'Id of the agent.' }),
    }),
    body: z.strictObject({ run_id: name(), text: text().min(1).max(4_000) }),
    answer: z.object({ run_id: z.string(), agent_id: z.string() }).meta({ id: 'AgentMessage' }),
    problems: [
      ...keyProblems,
      ...workspaceProblems,
      'run_not_found',
      'run_over',
      'agent_not_found',
    ],
    example: {
      params: { id: exampleProject.workspace, agent: 'implementer-1' },
      body: { run_id: 'no-such-run', text: 'Start with the pages about ink.' },
      refused: [404, 'run_not_found'],
    },
  },
});

export const turns = defineNoun('turns', {
  stop: {
    base: 'runs',
    access: { capability: 'runs.control' },
    idempotent: true,
    bodyOptional: true,
    post: '/workspaces/{id}/turns/{turn}/stop',
    audited: { action: 'turn.stop', withTheChange: true },
    summary: 'Stop one turn of an agent; its run continues, and its task is blocked',
    params: z.object({
      id: workspaceId,
      turn: z.string().meta({ description: '`turn` of a session or an agent.' }),
    }),
    body: z.strictObject({
      reason: text()
        .max(900)
        .optional()
        .meta({ description: 'For the task and the audit log; secrets are redacted.' }),
    }),
    answer: z
      .object({ turn: z.string(), run_id: z.string(), agent_id: z.string() })
      .meta({ id: 'StoppedTurn' }),
    problems: [...keyProblems, ...workspaceProblems, 'turn_not_found', 'turn_over'],
    example: {
      params: { id: exampleProject.workspace, turn: '0' },
      body: { reason: 'It edits the wrong page.' },
      refused: [404, 'turn_not_found'],
    },
  },
});

export const runMessages = defineNoun('runs', {
  messages: {
    base: 'runs',
    access: { capability: 'runs.read' },
    get: '/workspaces/{id}/runs/{run}/messages',
    summary: 'Messages of people to agents in a run, newest first, each with the reply',
    params: z.object({ id: workspaceId, run: z.string().meta({ description: 'Id of the run.' }) }),
    query: z.strictObject({
      ...pageQuery,
      after: matching(/^\d{1,15}$/, fieldFault('invalid_cursor'))
        .optional()
        .meta({ description: '`next` of the previous page.' }),
    }),
    answer: pageOf(
      z
        .object({
          id: z.string(),
          agent_id: z.string(),
          sent_by: z.string(),
          text: z.string(),
          sent_at: dateTime,
          session_id: z.string().nullable().meta({ description: 'Null before its turn.' }),
          reply: z
            .string()
            .nullable()
            .meta({ description: 'The last message of the agent in that turn.' }),
        })
        .meta({ id: 'RunMessage' }),
    ),
    problems: [...workspaceProblems, 'run_not_found'],
    example: { params: { id: exampleProject.workspace, run: exampleProject.run } },
  },
});

export const memories = defineNoun('memories', {
  list: {
    base: 'runs',
    access: { capability: 'runs.read' },
    get: '/workspaces/{id}/memories',
    summary: 'Notes that agents keep for later turns and runs, newest first',
    params: z.object({ id: workspaceId }),
    query: z.strictObject({
      ...pageQuery,
      run_id: runId,
      agent_id: name().optional().meta({ description: 'Only notes of this agent.' }),
      q: name().optional().meta({ description: 'Only notes with at least one of these words.' }),
    }),
    answer: pageOf(
      z
        .object({
          id: z.string(),
          run_id: z.string(),
          agent_id: z.string(),
          topic: z.string(),
          body: z.string(),
          recorded_at: dateTime,
        })
        .meta({ id: 'Memory' }),
    ),
    problems: workspaceProblems,
    example: { params: { id: exampleProject.workspace } },
  },

  delete: {
    base: 'runs',
    access: { capability: 'runs.control' },
    delete: '/workspaces/{id}/memories/{memory}',
    audited: { action: 'memory.delete', withTheChange: true },
    summary: 'Delete a note, so that no agent finds it again',
    params: z.object({
      id: workspaceId,
      memory: z.string().meta({ description: 'Id of the note.' }),
    }),
    answer: z.object({ id: z.string() }).meta({ id: 'DeletedMemory' }),
    problems: [...workspaceProblems, 'memory_not_found'],
    example: {
      params: { id: exampleProject.workspace, memory: 'no-such-memory' },
      refused: [404, 'memory_not_found'],
    },
  },
});
