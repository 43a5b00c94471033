import { z } from 'zod';
import { fieldFault } from '@galley/kernel';
import { exampleProject } from './example-project.ts';
import { defineNoun } from './operation.ts';
import { durationParameter, maxWaitMs } from './run-events.ts';
import { name, pageOf, pageQuery, workspaceId, workspaceProblems } from './run-shapes.ts';
import { dateTime, integerParameter, matching } from './shapes.ts';

const count = z.int().nonnegative();
const seq = () => matching(/^\d{1,9}$/, fieldFault('not_an_id'));
const base = { base: 'runs', access: { capability: 'runs.read' } } as const;
const params = z.object({
  id: workspaceId,
  session: z.string().meta({ description: 'Id of the session.' }),
});

const agentSession = z
  .object({
    id: z.string(),
    run_id: z.string(),
    agent_id: z.string(),
    turn: z
      .string()
      .nullable()
      .meta({ description: 'Id of the event that requested the turn; null without a supervisor.' }),
    reason: z.string().nullable().meta({
      description: 'Purpose of the turn: `plan`, `task …`, `review …` or `revise …`.',
    }),
    status: z.string().meta({ description: '`starting`, `running` or `ended`.' }),
    outcome: z
      .enum(['completed', 'failed', 'expired', 'stopped'])
      .nullable()
      .meta({ description: 'How the turn ended (`stopped`: by a person); null before its end.' }),
    started_at: dateTime,
    ended_at: dateTime.nullable(),
    exit_code: z.int().nullable(),
    end_reason: z.string().nullable(),
    failure: z
      .string()
      .nullable()
      .meta({ description: 'Code of the last error event: `sign_in`, `quota` or `other`.' }),
    model: z.string().nullable(),
    input_tokens: count,
    output_tokens: count,
    usd: z
      .number()
      .nullable()
      .meta({ description: 'Cost in US dollars; null if the program does not report it.' }),
    event_count: count,
    events_removed_at: dateTime.nullable().meta({
      description: 'When the events were removed (`coordinator.session_logs`); null before.',
    }),
  })
  .meta({ id: 'AgentSession' });

const sessionEvent = z
  .object({
    session_id: z.string(),
    seq: seq(),
    kind: z.enum([
      'prompt',
      'message',
      'thinking',
      'tool_call',
      'tool_result',
      'usage',
      'error',
      'resumable',
      'output',
    ]),
    payload: z.unknown().meta({
      description:
        'By kind: `prompt`, `message`, `thinking`, `output`: {text}; `tool_call`: {id, tool, input}; `tool_result`: {id, text, is_error}; `usage`: {model, input_tokens, output_tokens, usd}; `error`: {code, text}; `resumable`: {id}. Secrets are replaced by `[redacted]`.',
    }),
    at: dateTime,
  })
  .meta({ id: 'AgentSessionEvent' });

export const agentSessions = defineNoun('agent_sessions', {
  list: {
    ...base,
    get: '/workspaces/{id}/sessions',
    summary: 'Sessions of agents, newest first: one for each started turn, with its cost',
    params: z.object({ id: workspaceId }),
    query: z.strictObject({
      ...pageQuery,
      run_id: name().optional().meta({ description: 'Only sessions of this run.' }),
      agent_id: name().optional().meta({ description: 'Only sessions of this agent.' }),
      status: name().optional().meta({ description: 'Only sessions with this status.' }),
      q: name().optional().meta({
        description: 'Only sessions with this text in an event, in any case; needs `run_id`.',
      }),
    }),
    answer: pageOf(agentSession),
    problems: workspaceProblems,
    example: { params: { id: exampleProject.workspace } },
  },

  get: {
    ...base,
    get: '/workspaces/{id}/sessions/{session}',
    summary: 'One session of an agent',
    params,
    answer: agentSession,
    problems: [...workspaceProblems, 'session_not_found'],
    example: { params: { id: exampleProject.workspace, session: exampleProject.session } },
  },

  events: {
    ...base,
    get: '/workspaces/{id}/sessions/{session}/events',
    summary:
      'Everything an agent said in a session, oldest first: a page, a long poll, or, with `Accept: text/event-stream`, a live stream until the end of the session',
    params,
    query: z.strictObject({
      after: seq().optional().meta({ description: 'Only events after this one.' }),
      limit: integerParameter(1).optional().meta({ description: 'Default 50, at most 200.' }),
      wait: durationParameter(maxWaitMs).optional().meta({
        description:
          'How long to wait for the first event or the end of the session; a stream always waits.',
      }),
    }),
    answer: z
      .object({
        items: z.array(sessionEvent),
        next: seq().meta({
          description: '`after` of the next request, even without further events.',
        }),
        is_over: z
          .boolean()
          .meta({ description: 'The session has ended, and no events follow these.' }),
      })
      .meta({ id: 'AgentSessionEventsPage' }),
    eventStream: sessionEvent,
    problems: [...workspaceProblems, 'session_not_found', 'too_many_waiting', 'unauthenticated'],
    example: { params: { id: exampleProject.workspace, session: exampleProject.session } },
  },

  export: {
    ...base,
    get: '/workspaces/{id}/sessions/{session}/export',
    summary: 'The events of a session so far as JSON Lines, oldest first',
    params,
    answer: sessionEvent,
    streams: ['application/x-ndjson'],
    problems: [...workspaceProblems, 'session_not_found'],
    example: { params: { id: exampleProject.workspace, session: exampleProject.session } },
  },
});
