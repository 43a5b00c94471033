import {
  AuditReadModel,
  deriveKey,
  PasswordService,
  RoleService,
  Sealer,
  SecondFactors,
  SessionService,
  SetupService,
  SignInService,
  SignInThrottle,
  UserNamesReadModel,
  UserService,
  type PasswordHasher,
} from '@galley/auth';
import type { Database } from '@galley/database';
import type { Clock, Logger } from '@galley/kernel';
import { composeIdentity } from '@galley/service';
import type { Config } from '@galley/settings';

export interface PeopleEnvironment {
  readonly config: Config;
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Argon2 at the cost of today unless said otherwise. */
  readonly passwordHasher?: PasswordHasher;
}

/** Everything about who people are and what they may do; both the server and the command line are made of it. */
export async function composePeople(
  { config, db, clock, logger, passwordHasher }: PeopleEnvironment,
  siteTitle: () => string,
) {
  const { requireMfa } = config.security;
  const identity = await composeIdentity({ config, db, clock });
  const base = { db, clock, ...(passwordHasher && { hasher: passwordHasher }) };
  const factors = new SecondFactors({
    ...base,
    logger,
    sealer: new Sealer(identity.masterKey),
    issuer: siteTitle,
  });
  const throttle = new SignInThrottle(base);
  const signIn = new SignInService({ ...base, factors, throttle });
  return {
    ...identity,
    factors,
    signIn,
    throttle,
    previewSecret: deriveKey(identity.masterKey, 'preview links'),
    passwords: new PasswordService({ ...base, signIn }),
    users: new UserService(base),
    roles: new RoleService({ db }),
    setup: new SetupService(base),
    sessionService: new SessionService({ ...base, requireMfa }),
    auditEntries: new AuditReadModel({ db }),
    userNames: new UserNamesReadModel(db),
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
