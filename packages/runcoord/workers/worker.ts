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

/** Caller with a worker token: one agent in one run. All fields come from the token, none from the call. */
export interface Worker {
  /** Id of the token; not a secret. */
  readonly tokenId: string;
  readonly agentId: string;
  readonly runId: string;
  /** Workspace of the run; null for a run from before workspaces existed. */
  readonly workspaceId: string | null;
  readonly scopes: ReadonlySet<string>;
  readonly expiresAt: Date;
}
