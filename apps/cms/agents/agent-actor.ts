import type { Actor } from '@galley/kernel';

const prefix = 'agent:';

export function agentUsername(agentId: string): string {
  return `${prefix}${agentId}`;
}

/** May write drafts and request reviews; only people decide. */
export function agentActor(agentId: string, onBehalfOf: Actor['onBehalfOf'] = []): Actor {
  const username = agentUsername(agentId);
  const grants = new Set(['documents.read', 'documents.create', 'documents.write']);
  return { kind: 'user', username, name: agentId, email: '', role: 'agent', grants, onBehalfOf };
}
