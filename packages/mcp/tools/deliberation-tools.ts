import { z } from 'zod';
import { id, instant, line, nextCursor, page, prose } from '../fields.ts';
import { mutatingTool, readingTool } from '../tool.ts';
import { toWire } from '@galley/kernel';

const deliberation = z.object({
  id: z.string(),
  workspace_id: z.string().nullable(),
  run_id: z.string().nullable(),
  topic: z.string(),
  status: z.string(),
  created_by: z.string(),
  created_at: instant,
  updated_at: instant,
});

const post = z.object({
  id: z.string(),
  deliberation_id: z.string(),
  agent_id: z.string(),
  body: z.string(),
  posted_at: instant,
});

const deliberationId = id('the deliberation');
const scope = 'proposals:write';

export const deliberationTools = {
  deliberation_open: mutatingTool({
    description: 'Opens a deliberation, in which the agents of the run discuss a question.',
    scope,
    input: { topic: line('The question to discuss.') },
    output: deliberation,
    handle: async ({ work }, { topic }) => toWire(await work.deliberations.open(topic)),
  }),
  deliberation_post: mutatingTool({
    description: 'Posts to an open deliberation.',
    scope,
    input: { deliberation_id: deliberationId, body: prose('Text of the post.') },
    output: post,
    handle: async ({ work }, { deliberation_id: id, body }) =>
      toWire(await work.deliberations.post(id, body)),
  }),
  deliberation_close: mutatingTool({
    description: 'Closes a deliberation that you opened; post the outcome before you close it.',
    scope,
    input: { deliberation_id: deliberationId },
    output: deliberation,
    handle: async ({ work }, { deliberation_id: id }) => toWire(await work.deliberations.close(id)),
  }),
  deliberation_get: readingTool({
    description: 'Shows a deliberation and its posts, oldest first.',
    scope: 'tasks:read',
    input: { deliberation_id: deliberationId, ...page },
    output: z.object({ deliberation, posts: z.array(post), next_cursor: nextCursor }),
    handle: async ({ work }, { deliberation_id: id, cursor: after, limit }) => {
      const { deliberation: found, posts } = await work.deliberations.get(id, { after, limit });
      return {
        deliberation: toWire(found),
        posts: posts.items.map(toWire),
        next_cursor: posts.next,
      };
    },
  }),
};
