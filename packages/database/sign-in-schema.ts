import type { GeneratedAlways } from 'kysely';

/** Sign-ins at providers that open an account now. */
interface IdentitiesTable {
  id: string;
  issuer: string;
  subject: string;
  username: string;
  /** As the provider last gave it; empty without one. */
  email: string;
  linked_at: Date;
  last_used_at: Date | null;
}

/** Every link and removal, kept for independence. */
interface IdentityLinksTable {
  id: GeneratedAlways<string>;
  issuer: string;
  subject: string;
  username: string;
  action: 'linked' | 'unlinked';
  way: string;
  actor: string;
  at: Date;
}

/** Accounts with the same `person` count as one for independence. */
interface SharedAccountsTable {
  username: string;
  person: string;
}

interface SignInAttemptsTable {
  state_hash: string;
  browser_hash: string;
  provider: string;
  purpose: 'sign_in' | 'link' | 'invitation' | 'confirm';
  nonce: string;
  code_verifier: string;
  return_to: string;
  username: string | null;
  invitation_hash: string | null;
  expires_at: Date;
}

/** Sessions refer to it, so that a logout at the provider ends them. */
interface ProviderSignInsTable {
  id: string;
  provider: string;
  issuer: string;
  subject: string;
  sid: string | null;
  sealed_id_token: string;
  expires_at: Date;
}

/** Against replays. */
interface LogoutTokensTable {
  issuer: string;
  jti: string;
  expires_at: Date;
}

export interface SignInSchema {
  identities: IdentitiesTable;
  identity_links: IdentityLinksTable;
  shared_accounts: SharedAccountsTable;
  sign_in_attempts: SignInAttemptsTable;
  provider_sign_ins: ProviderSignInsTable;
  logout_tokens: LogoutTokensTable;
}
