import { z } from 'zod';
import { instant, limit } from '../fields.ts';
import { claim } from './resource-tools.ts';
import { readingTool } from '../tool.ts';
import { turn } from './turn-tools.ts';
import { toWire } from '@galley/kernel';

const run = z.object({
  id: z.string(),
  workspace_id: z.string().nullable(),
  goal: z.string().describe('Possible secrets read `[redacted]`.'),
  status: z.string(),
  reason: z.string().nullable().describe('Reason of the last outcome.'),
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
const byStatus = z.record(z.string(), count).describe('Number of items per status.');
const lastEventId = z.int().nonnegative();
const scope = 'tasks:read';

export const tableTools = {
  table_get_state: readingTool({
    description: 'Shows the state of your run, its agents and turns, and the amount of work.',
    scope,
    input: {},
    output: z.object({
      run,
      base_revision: z
        .string()
        .nullable()
        .describe('The commit that reads and new patches refer to; null without a repository.'),
      agents: z.array(agent),
      turns: z.array(turn).describe('Turns that are neither completed nor expired.'),
      claims: z.array(claim).describe('Active claims.'),
      tasks: byStatus,
      proposals: byStatus,
      deliberations: byStatus,
      approvals: byStatus,
      last_event_id: lastEventId.describe('Pass it to `table_watch` to receive later events.'),
    }),
    handle: async ({ work, repository, worker }) => {
      const { run, agents, turns, claims, counts, lastEventId } = await work.table.state();
      return {
        run: { ...toWire(run), status: run.state },
        base_revision: await repository.baseRevision(worker.workspaceId),
        agents: agents.map(toWire),
        turns: turns.map(toWire),
        claims: claims.map(toWire),
        ...counts,
        last_event_id: lastEventId,
      };
    },
  }),
  table_watch: readingTool({
    description: 'Waits for new events in your run and returns them.',
    scope,
    input: {
      after: z.int().min(0).describe('ID of the last event that you have seen; 0 for all events.'),
      timeout_seconds: z
        .int()
        .min(0)
        .max(60)
        .default(30)
        .describe('How long to wait for the first event.'),
      limit: limit(1_000, 100),
    },
    output: z.object({
      events: z.array(event).describe('Empty after a timeout.'),
      last_event_id: lastEventId.describe('Pass it to the next call.'),
    }),
    handle: async ({ watch }, { after, limit, timeout_seconds: seconds }) => {
      const events = await watch({ after, limit, milliseconds: seconds * 1_000 });
      return { events: events.map(toWire), last_event_id: events.at(-1)?.id ?? after };
    },
  }),
};
