import {
  AuditReadModel,
  deriveKey,
  Passkeys,
  KnownDeviceRepository,
  OwnAccountRepository,
  PasswordService,
  RoleService,
  Sealer,
  SecondFactors,
  ServiceAccountService,
  SessionService,
  SetupService,
  SignInLinks,
  SignInService,
  SignInThrottle,
  TokenWarnings,
  UserNamesReadModel,
  UserPictureRepository,
  UserService,
  type PasswordHasher,
} from '@galley/auth';
import type { Database } from '@galley/database';
import { Ticker, type Clock, type Logger } from '@galley/kernel';
import { composeIdentity } from '@galley/service';
import type { Config, SiteSettings } from '@galley/settings';
import { passkeySite } from './passkey-site.ts';
import { composeScim } from '../scim/compose.ts';
import { peopleMetrics } from './people-metrics.ts';

/** Lifetime of the cookie that recognises a browser. */
const deviceLifetimeMs = 365 * 86_400_000;

export interface PeopleEnvironment {
  readonly config: Config;
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Argon2 with current cost parameters by default. */
  readonly passwordHasher?: PasswordHasher;
}

export async function composePeople(
  { config, db, clock, logger, passwordHasher }: PeopleEnvironment,
  site: () => Pick<SiteSettings, 'title' | 'url'>,
) {
  const siteTitle = () => site().title;
  const { requireMfa, requirePasskey } = config.security;
  const identity = await composeIdentity({ config, db, clock });
  const base = { db, clock, ...(passwordHasher && { hasher: passwordHasher }) };
  const sealer = new Sealer(identity.masterKey);
  const factors = new SecondFactors({
    ...base,
    logger,
    sealer,
    issuer: siteTitle,
  });
  const throttle = new SignInThrottle(base);
  const signIn = new SignInService({ ...base, factors, throttle, requirePasskey });
  const passkeys = new Passkeys({
    db,
    clock,
    site: () => passkeySite(site().url, config),
    siteTitle,
    userHandleKey: deriveKey(identity.masterKey, 'passkey user handles'),
  });
  const setup = new SetupService(base);
  const users = new UserService(base);
  const scim = composeScim({ config, db, clock, logger, users });
  const { retention } = config.audit;
  const devices = new KnownDeviceRepository(db);
  return {
    ...identity,
    factors,
    passkeys,
    sealer,
    signIn,
    throttle,
    previewSecret: deriveKey(identity.masterKey, 'preview links'),
    unsubscribeSecret: deriveKey(identity.masterKey, 'unsubscribe links'),
    ownAccounts: new OwnAccountRepository(db),
    passwords: new PasswordService({ ...base, signIn }),
    users,
    scim,
    roles: new RoleService({ db }),
    services: new ServiceAccountService({ db, clock }),
    setup,
    sessionService: new SessionService({ ...base, requireMfa, requirePasskey }),
    signInLinks: new SignInLinks(base),
    auditEntries: new AuditReadModel({ db }),
    pictures: new UserPictureRepository(db),
    userNames: new UserNamesReadModel(db),
    cleanupTasks: {
      'expired sessions': () => identity.sessions.removeExpired(),
      'old devices': () => devices.removeOld(new Date(clock.now().getTime() - deviceLifetimeMs)),
      'expired tokens': () => identity.tokens.removeExpired(),
      'expired passkey challenges': () => passkeys.removeExpiredChallenges(),
      'old failed sign-ins': () => throttle.removeOld(),
      ...(retention !== undefined && {
        'old audit entries': () =>
          identity.audit.prune(new Date(clock.now().getTime() - retention)),
      }),
    },
    jobs: [tokenWarnings({ db, clock, logger }), ...scim.jobs],
    health: {
      administrator: {
        check: () => requireAdministrator(setup),
        fault: 'is missing: open the set-up link from the server log',
        isHiddenWhenWell: true,
      },
    },
    metrics: [peopleMetrics(signIn)],
  };
}

export type People = Awaited<ReturnType<typeof composePeople>>;

async function requireAdministrator(setup: SetupService): Promise<void> {
  // A separate check covers a database that does not answer.
  if (await setup.isNeeded().catch(() => false)) throw new Error('there is no user');
}

/** Stages are days, so that ten minutes are early enough. */
function tokenWarnings(options: Pick<PeopleEnvironment, 'db' | 'clock' | 'logger'>): Ticker {
  const { clock, logger } = options;
  const warnings = new TokenWarnings(options);
  const run = async (): Promise<boolean> => {
    await warnings.run();
    return true;
  };
  return new Ticker({ id: 'token-warnings', everyMs: 10 * 60_000, clock, logger, run });
}
