/** A program that registered itself (RFC 7591). It has no secret. */
export interface McpClient {
  readonly id: string;
  /** Chosen by the program; proves nothing. */
  readonly name: string;
  readonly redirectUris: readonly string[];
  readonly registeredAt: Date;
}

/** A person's consent that a client acts as an agent. */
export interface McpGrant {
  readonly id: string;
  readonly clientId: string;
  readonly clientName: string;
  readonly workspaceId: string;
  readonly agentId: string;
  readonly scopes: readonly string[];
  /** Address that the tokens are for. */
  readonly resource: string;
  readonly redirectUri: string;
  readonly grantedBy: string;
  readonly grantedAt: Date;
  /** Time of the last token. */
  readonly lastUsedAt: Date | null;
  readonly expiresAt: Date;
  readonly revokedBy: string | null;
  readonly revokedAt: Date | null;
}

/** Request of a client for a person's consent, as the client sent it. */
export interface AuthorizationRequest {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly responseType: string;
  readonly codeChallenge: string;
  readonly codeChallengeMethod: string;
  readonly resource: string;
  /** Separated by spaces; empty for all that the agent has. */
  readonly scope: string;
  readonly state: string | undefined;
}

/** Where the request arrived; both are derived from the address of the server. */
export interface Authority {
  /** Identifies the server to clients (RFC 9207). */
  readonly issuer: string;
  /** Address of the MCP endpoint, the only one for which tokens are issued. */
  readonly resource: string;
}

export interface IssuedTokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly scopes: readonly string[];
  readonly seconds: number;
}
