import type { Generated } from 'kysely';

/** Program that registered itself in order to ask people for access (RFC 7591). */
export interface McpClientsTable {
  id: string;
  name: string;
  redirect_uris: string[];
  registered_at: Date;
}

/** Consent of a person, with its authorization code. */
export interface McpGrantsTable {
  id: string;
  client_id: string;
  workspace_id: string;
  agent_id: string;
  scopes: string[];
  /** Address that tokens are for (RFC 8707). */
  resource: string;
  granted_by: string;
  granted_at: Date;
  code_hash: string;
  code_challenge: string;
  redirect_uri: string;
  /** Null until the client redeems the code. */
  connected_at: Generated<Date | null>;
  last_used_at: Generated<Date | null>;
  /** End of the code, then of the newest refresh token. */
  expires_at: Date;
  revoked_by: Generated<string | null>;
  revoked_at: Generated<Date | null>;
}

export interface McpRefreshTokensTable {
  token_hash: string;
  grant_id: string;
  issued_at: Date;
  /** A second use revokes the grant. */
  used_at: Generated<Date | null>;
}

export interface McpTables {
  mcp_clients: McpClientsTable;
  mcp_grants: McpGrantsTable;
  mcp_refresh_tokens: McpRefreshTokensTable;
}
