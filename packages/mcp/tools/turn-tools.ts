import { z } from 'zod';
import { text } from '@galley/contract';
import { id, instant, line } from '../fields.ts';
import { mutatingTool } from '../tool.ts';
import { toWire } from '../wire.ts';

export const turn = z.object({
  request_event_id: z
    .int()
    .describe('The id of the event that asked for the turn, which names it.'),
  run_id: z.string(),
  agent_id: z.string(),
  reason: z.string(),
  state: z.enum(['requested', 'scheduled', 'started', 'completed', 'expired']),
  alive_at: instant.nullable().describe('The last sign of life; null while it is not scheduled.'),
});

const turnId = z.int().min(1).describe('The `request_event_id` of a turn of yours.');
const scope = 'turns:write';

export const turnTools = {
  'agent.turn_request': mutatingTool({
    description: 'Asks for a turn, of your own or of another agent of the project.',
    scope,
    input: {
      agent_id: id('the agent whose turn it is to be; yours when it is left out').optional(),
      reason: line('What the turn is for.'),
    },
    output: turn,
    handle: async ({ work, worker }, { agent_id: agentId = worker.agentId, reason }) =>
      toWire(await work.turns.request(agentId, reason)),
  }),
  'agent.turn_start': mutatingTool({
    description: 'Tells that you have begun a turn that was scheduled for you.',
    scope,
    input: { request_event_id: turnId },
    output: turn,
    handle: async ({ work }, { request_event_id: id }) => toWire(await work.turns.start(id)),
  }),
  'agent.turn_complete': mutatingTool({
    description: 'Tells that you have ended your turn, so that the next one can be scheduled.',
    scope,
    input: {
      request_event_id: turnId,
      summary: text().max(4_000).default('').describe('What came of it.'),
    },
    output: turn,
    handle: async ({ work }, { request_event_id: id, summary }) =>
      toWire(await work.turns.complete(id, summary)),
  }),
  'agent.heartbeat': mutatingTool({
    description: 'Tells that you are still at your turn, so that it does not expire.',
    scope,
    input: { request_event_id: turnId },
    output: turn,
    handle: async ({ work }, { request_event_id: id }) => toWire(await work.turns.heartbeat(id)),
  }),
};
