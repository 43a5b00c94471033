import { IdentityService, ProviderSignIns } from '@galley/auth';
import type { SiteSettings } from '@galley/settings';
import type { Environment } from '../environment.ts';
import { adminAddress } from '../people/admin-address.ts';
import type { People } from '../people/compose.ts';

export function composeSignIn(
  { config, db, clock, logger }: Environment,
  { people, settings }: { readonly people: People; readonly settings: () => SiteSettings },
) {
  const { requiredProvider, providers: configured } = config.signIn;
  const providers = Object.values(configured);
  const signIns = new ProviderSignIns({
    db,
    clock,
    logger,
    providers,
    sealer: people.sealer,
    audit: people.audit,
    users: people.users,
    adminAddress: () => adminAddress(settings().url, config),
    sessionLifetimeMs: config.security.sessionAbsoluteTtl,
  });
  return {
    signIns,
    identities: new IdentityService({ db, clock, providers, requiredProvider }),
    offersPassword: requiredProvider === undefined,
    cleanupTasks: { 'old sign-ins at providers': () => signIns.removeExpired() },
  };
}

export type SignIn = ReturnType<typeof composeSignIn>;
