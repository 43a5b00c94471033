import { z } from 'zod';
import { text } from '@galley/contract';
import { id, instant, line } from '../fields.ts';
import { mutatingTool } from '../tool.ts';
import { toWire } from '@galley/kernel';

export const turn = z.object({
  request_event_id: z.int().describe('Identifies the turn.'),
  run_id: z.string(),
  agent_id: z.string(),
  reason: z.string(),
  state: z.enum(['requested', 'scheduled', 'started', 'completed', 'expired']),
  alive_at: instant.nullable().describe('Last sign of life; null until the turn is scheduled.'),
});

const turnId = z.int().min(1).describe('The `request_event_id` of a turn of yours.');
const scope = 'turns:write';

export const turnTools = {
  agent_turn_request: mutatingTool({
    description: 'Requests a turn for yourself or another agent of the project.',
    scope,
    input: {
      agent_id: id('the agent that gets the turn; defaults to you').optional(),
      reason: line('Purpose of the turn.'),
    },
    output: turn,
    handle: async ({ work, worker }, { agent_id: agentId = worker.agentId, reason }) =>
      toWire(await work.turns.request(agentId, reason)),
  }),
  agent_turn_start: mutatingTool({
    description: 'Reports that you have started a scheduled turn.',
    scope,
    input: { request_event_id: turnId },
    output: turn,
    handle: async ({ work }, { request_event_id: id }) => toWire(await work.turns.start(id)),
  }),
  agent_turn_complete: mutatingTool({
    description:
      'Reports that you have completed your turn, so that the next one can be scheduled.',
    scope,
    input: {
      request_event_id: turnId,
      summary: text().max(4_000).default('').describe('Result of the turn.'),
    },
    output: turn,
    handle: async ({ work }, { request_event_id: id, summary }) =>
      toWire(await work.turns.complete(id, summary)),
  }),
  agent_heartbeat: mutatingTool({
    description: 'Extends your turn, so that it does not expire.',
    scope,
    input: { request_event_id: turnId },
    output: turn,
    handle: async ({ work }, { request_event_id: id }) => toWire(await work.turns.heartbeat(id)),
  }),
};
