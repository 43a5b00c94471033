import { z } from 'zod';
import { text } from '@galley/contract';
import { instant, limit, line, prose } from '../fields.ts';
import { mutatingTool, readingTool } from '../tool.ts';
import { toWire } from '@galley/kernel';

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
  memory_record: mutatingTool({
    description: 'Records a note for agents in later turns and runs of the workspace.',
    scope: 'memory:write',
    input: { topic: line('Topic of the note.'), body: prose('Text of the note.') },
    output: memory,
    handle: async ({ work }, { topic, body }) => toWire(await work.memories.record(topic, body)),
  }),
  memory_query: readingTool({
    description: 'Searches the recorded notes, most relevant first.',
    scope: 'memory:read',
    input: {
      query: text().min(1).max(500).describe('Search terms.'),
      limit: limit(50, 10),
    },
    output: z.object({ memories: z.array(memory) }),
    handle: async ({ work }, { query, limit }) => ({
      memories: (await work.memories.query(query, limit)).map(toWire),
    }),
  }),
};
