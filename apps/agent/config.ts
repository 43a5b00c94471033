/** Unvalidated; set by the supervisor or by hand. */
export interface AgentEnvironment {
  readonly url: string | undefined;
  readonly token: string | undefined;
  readonly agentId: string | undefined;
  readonly role: string | undefined;
  readonly turn: string | undefined;
  readonly reason: string | undefined;
  readonly prompt: string | undefined;
  readonly model: string | undefined;
  readonly modelUrl: string | undefined;
  readonly modelKey: string | undefined;
}

export function readEnvironment(): AgentEnvironment {
  const given = process.env;
  return {
    url: given.GALLEY_MCP_URL,
    token: given.GALLEY_WORKER_TOKEN,
    agentId: given.GALLEY_AGENT_ID,
    role: given.GALLEY_AGENT_ROLE,
    turn: given.GALLEY_TURN,
    reason: given.GALLEY_TURN_REASON,
    prompt: given.GALLEY_PROMPT,
    model: given.GALLEY_MODEL,
    modelUrl: given.GALLEY_AGENT_BASE_URL,
    modelKey: given.GALLEY_AGENT_API_KEY,
  };
}
