import { z } from 'zod';
import { instant, limit } from '../fields.ts';
import { claim } from './resource-tools.ts';
import { readingTool } from '../tool.ts';
import { turn } from './turn-tools.ts';
import { toWire } from '../wire.ts';

const run = z.object({
  id: z.string(),
  workspace_id: z.string().nullable(),
  goal: z.string().describe('What looks like a secret in it reads `[redacted]`.'),
  status: z.string(),
  reason: z.string().nullable().describe('Of the last outcome.'),
  started_at: instant,
  ended_at: instant.nullable(),
  transitioned_at: instant,
});

const agent = z.object({
  id: z.string(),
  role: z.string(),
  name: z.string(),
  adapter: z.string(),
  model: z.string().nullable(),
  status: z.string(),
  enabled: z.boolean(),
});

const event = z.object({
  id: z.int(),
  run_id: z.string(),
  type: z.string(),
  payload: z.unknown(),
  at: instant,
});

const count = z.int().nonnegative();
const byStatus = z.record(z.string(), count).describe('How many there are of each status.');
const lastEventId = z.int().nonnegative();
const scope = 'tasks:read';

export const tableTools = {
  'table.get_state': readingTool({
    description:
      'Shows where your run stands: its state, its agents and turns, and how much work there is.',
    scope,
    input: {},
    output: z.object({
      run,
      agents: z.array(agent),
      turns: z.array(turn).describe('Those that are neither completed nor expired.'),
      claims: z.array(claim).describe('Those that are in force.'),
      tasks: byStatus,
      proposals: byStatus,
      deliberations: byStatus,
      approvals: byStatus,
      last_event_id: lastEventId.describe('What `table.watch` goes on from.'),
    }),
    handle: async ({ work }) => {
      const { run, agents, turns, claims, counts, lastEventId } = await work.table.state();
      return {
        run: { ...toWire(run), status: run.state },
        agents: agents.map(toWire),
        turns: turns.map(toWire),
        claims: claims.map(toWire),
        ...counts,
        last_event_id: lastEventId,
      };
    },
  }),
  'table.watch': readingTool({
    description: 'Waits until something happens in your run, and tells what it was.',
    scope,
    input: {
      after: z.int().min(0).describe('The last event id that you know; 0 for all events.'),
      timeout_seconds: z
        .int()
        .min(0)
        .max(60)
        .default(30)
        .describe('How long to wait when nothing has happened yet.'),
      limit: limit(1_000, 100),
    },
    output: z.object({
      events: z.array(event).describe('None when the time ran out.'),
      last_event_id: lastEventId.describe('What to ask with the next time.'),
    }),
    handle: async ({ watch }, { after, limit, timeout_seconds: seconds }) => {
      const events = await watch({ after, limit, milliseconds: seconds * 1_000 });
      return { events: events.map(toWire), last_event_id: events.at(-1)?.id ?? after };
    },
  }),
};
