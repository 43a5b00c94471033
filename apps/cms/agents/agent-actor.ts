import type { Actor } from '@galley/kernel';

const prefix = 'agent:';

/** What stands in histories for an agent of a run. */
export function agentUsername(agentId: string): string {
  return `${prefix}${agentId}`;
}

/** An agent, as whoever works on documents: it writes drafts and asks for reviews; people alone decide. */
export function agentActor(agentId: string, onBehalfOf: Actor['onBehalfOf'] = []): Actor {
  const username = agentUsername(agentId);
  const grants = new Set(['documents.read', 'documents.create', 'documents.write']);
  return { kind: 'user', username, name: agentId, email: '', role: 'agent', grants, onBehalfOf };
}
