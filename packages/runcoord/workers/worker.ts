/** What a worker's token may be good for (GAP-RC-MCP-4). */
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

/** Who calls with a worker's token: one agent, at work in one run. All of it is from the token, none from a call. */
export interface Worker {
  /** Of the token; opens nothing. */
  readonly tokenId: string;
  readonly agentId: string;
  readonly runId: string;
  /** Of the run; null of one from before there were workspaces. */
  readonly workspaceId: string | null;
  readonly scopes: ReadonlySet<string>;
  readonly expiresAt: Date;
}
