import type { Generated } from 'kysely';

interface ApiTokensTable {
  id: string;
  token_hash: string;
  username: string;
  name: string;
  /** Effective only where the user's role grants them too. */
  scopes: string[];
  created_at: Date;
  expires_at: Date;
  last_used_at: Date | null;
  last_used_addr: string | null;
  /** Null where the owner created it. */
  created_by: Generated<string | null>;
  address_ranges: Generated<string[]>;
  rotated_at: Generated<Date | null>;
  /** Hash of the secret before the last rotation, while it is valid. */
  previous_hash: Generated<string | null>;
  previous_expires_at: Generated<Date | null>;
  previous_used_at: Generated<Date | null>;
  revoked_at: Generated<Date | null>;
  revoked_by: Generated<string | null>;
  /** The last warning of its end, in days before. */
  warned_days: Generated<number | null>;
}

/** Rows of `users` have the names and roles. */
interface ServiceAccountsTable {
  username: string;
  description: string;
  responsible: string | null;
  responsible_role: string | null;
  created_by: string;
}

interface ServiceTokenHoldersTable {
  service: string;
  username: string;
  since: Date;
}

export interface TokenSchema {
  api_tokens: ApiTokensTable;
  service_accounts: ServiceAccountsTable;
  service_token_holders: ServiceTokenHoldersTable;
}
