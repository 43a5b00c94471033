/** Scopes of worker tokens (GAP-RC-MCP-4). */
export const workerScopes = [
  'tasks:read',
  'tasks:write',
  'proposals:write',
  'reviews:write',
  'turns:write',
  'repo:read',
  'memory:read',
  'memory:write',
] as const;
export type WorkerScope = (typeof workerScopes)[number];

/** All fields come from the token, none from the call. */
export interface Worker {
  readonly tokenId: string;
  readonly agentId: string;
  readonly runId: string;
  /** Null for a run from before workspaces existed. */
  readonly workspaceId: string | null;
  readonly scopes: ReadonlySet<string>;
  readonly expiresAt: Date;
}
