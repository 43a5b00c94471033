import { z } from 'zod';
import { text } from '@galley/contract';
import { instant, limit, line, prose } from '../fields.ts';
import { mutatingTool, readingTool } from '../tool.ts';
import { toWire } from '../wire.ts';

const memory = z.object({
  id: z.string(),
  workspace_id: z.string().nullable(),
  run_id: z.string(),
  agent_id: z.string(),
  topic: z.string(),
  body: z.string(),
  recorded_at: instant,
});

export const memoryTools = {
  'memory.record': mutatingTool({
    description: 'Records what agents of later turns and runs of the workspace should know.',
    scope: 'memory:write',
    input: { topic: line('What it is about.'), body: prose('What is to be remembered.') },
    output: memory,
    handle: async ({ work }, { topic, body }) => toWire(await work.memories.record(topic, body)),
  }),
  'memory.query': readingTool({
    description: 'Finds what was recorded about something, the most fitting first.',
    scope: 'memory:read',
    input: {
      query: text().min(1).max(500).describe('Words to look for.'),
      limit: limit(50, 10),
    },
    output: z.object({ memories: z.array(memory) }),
    handle: async ({ work }, { query, limit }) => ({
      memories: (await work.memories.query(query, limit)).map(toWire),
    }),
  }),
};
