import { z } from 'zod';
import { text } from '@galley/contract';
import { id, instant } from '../fields.ts';
import { mutatingTool, readingTool } from '../tool.ts';
import { toWire } from '@galley/kernel';

export const claim = z.object({
  id: z.string(),
  run_id: z.string(),
  agent_id: z.string(),
  resource: z.string(),
  fence: z.int().describe('Increases with every claim; refuse callers with a lower fence.'),
  claimed_at: instant,
  expires_at: instant,
  released_at: instant.nullable(),
});

const resource = text()
  .min(1)
  .max(500)
  .describe('Name of the resource, such as the path of a file.');
// Also required for `resource_status` (GAP-RC-MCP-4): without this scope an agent cannot hold resources.
const scope = 'tasks:write';

export const resourceTools = {
  resource_claim: mutatingTool({
    description: 'Claims a resource exclusively for a limited time, or extends your claim.',
    scope,
    input: {
      resource,
      ttl_seconds: z.int().min(1).max(86_400).default(900).describe('Duration of the claim.'),
    },
    output: claim,
    handle: async ({ work }, { resource, ttl_seconds: seconds }) =>
      toWire(await work.resources.claim(resource, seconds)),
  }),
  resource_release: mutatingTool({
    description: 'Releases a resource that you have claimed.',
    scope,
    input: { claim_id: id('the claim') },
    output: claim,
    handle: async ({ work }, { claim_id: claimId }) =>
      toWire(await work.resources.release(claimId)),
  }),
  resource_status: readingTool({
    description: 'Shows the holder of a resource, or all claims in your run.',
    scope,
    input: { resource: resource.optional() },
    output: z.object({ claims: z.array(claim).describe('Active claims.') }),
    handle: async ({ work }, { resource }) => ({
      claims: (await work.resources.list(resource)).map(toWire),
    }),
  }),
};
