import { AuditRepository, deriveKey, SessionRepository, TokenService } from '@galley/auth';
import type { Database } from '@galley/database';
import type { Clock } from '@galley/kernel';
import type { Config } from '@galley/settings';
import { projectSecret } from './secrets.ts';

export interface IdentityEnvironment {
  readonly config: Config;
  readonly db: Database;
  readonly clock: Clock;
}

export async function composeIdentity({ config, db, clock }: IdentityEnvironment) {
  const {
    requireMfa,
    requirePasskey,
    encryptionKey,
    sessionTtl,
    sessionAbsoluteTtl,
    tokenMaxLifetime,
  } = config.security;
  const masterKey =
    encryptionKey ?? (await projectSecret(config.storage.dataDirectory, 'encryption-key'));
  const base = { db, clock };
  return {
    masterKey,
    sessionSecret: deriveKey(masterKey, 'session cookie'),
    tokens: new TokenService({
      ...base,
      requireMfa,
      requirePasskey,
      maxLifetimeMs: tokenMaxLifetime,
    }),
    sessions: new SessionRepository(db, {
      clock,
      requireMfa,
      requirePasskey,
      ttlMilliseconds: sessionTtl,
      absoluteTtlMilliseconds: sessionAbsoluteTtl,
    }),
    audit: new AuditRepository(base),
  };
}

export type Identity = Awaited<ReturnType<typeof composeIdentity>>;
