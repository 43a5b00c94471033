import {
  AuditReadModel,
  AuditRepository,
  deriveKey,
  PasswordService,
  RoleService,
  Sealer,
  SecondFactors,
  SessionRepository,
  SessionService,
  SetupService,
  SignInService,
  SignInThrottle,
  TokenService,
  UserService,
} from '@galley/auth';
import type { Database } from '@galley/database';
import type { Clock, Logger } from '@galley/kernel';
import type { Config } from '@galley/settings';
import { projectSecret } from './secrets.ts';

export interface PeopleEnvironment {
  readonly config: Config;
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Everything about who people are and what they may do; both the server and the command line are made of it. */
export async function composePeople(
  { config, db, clock, logger }: PeopleEnvironment,
  siteTitle: () => string,
) {
  const { requireMfa, encryptionKey, sessionTtl, sessionAbsoluteTtl } = config.security;
  const masterKey =
    encryptionKey ?? (await projectSecret(config.storage.dataDirectory, 'encryption-key'));
  const base = { db, clock };
  const factors = new SecondFactors({
    ...base,
    logger,
    sealer: new Sealer(masterKey),
    issuer: siteTitle,
  });
  const throttle = new SignInThrottle(base);
  const signIn = new SignInService({ ...base, factors, throttle });
  return {
    factors,
    signIn,
    throttle,
    sessionSecret: deriveKey(masterKey, 'session cookie'),
    previewSecret: deriveKey(masterKey, 'preview links'),
    passwords: new PasswordService({ ...base, signIn }),
    users: new UserService(base),
    roles: new RoleService({ db }),
    setup: new SetupService(base),
    tokens: new TokenService({ ...base, requireMfa }),
    sessionService: new SessionService({ ...base, requireMfa }),
    sessions: new SessionRepository(db, {
      clock,
      requireMfa,
      ttlMilliseconds: sessionTtl,
      absoluteTtlMilliseconds: sessionAbsoluteTtl,
    }),
    audit: new AuditRepository(base),
    auditEntries: new AuditReadModel({ db }),
  };
}

export type People = Awaited<ReturnType<typeof composePeople>>;

/** What the housekeeping removes of it, by what it is called in the log. */
export function peopleHousekeeping(
  { sessions, tokens, throttle, audit }: People,
  { config, clock }: PeopleEnvironment,
): Record<string, () => Promise<number>> {
  const { retention } = config.audit;
  return {
    'expired sessions': () => sessions.removeExpired(),
    'expired tokens': () => tokens.removeExpired(),
    'old failed sign-ins': () => throttle.removeOld(),
    ...(retention !== undefined && {
      'old audit entries': () => audit.prune(new Date(clock.now().getTime() - retention)),
    }),
  };
}
