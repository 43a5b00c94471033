import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenAccounts, PeopleCounts } from '@galley/auth';
import type { Config } from '@galley/settings';
import { secretsDirectory } from '@galley/service';
import { counted, failed, listed, notice, ok, warning, type Check } from './check.ts';

type Settings = Pick<Config, 'admin' | 'security' | 'storage'>;

export interface KnownPeople extends PeopleCounts, OpenAccounts {}

/** An account counts as unused after so many days without activity. */
export const unusedDays = 180;

/** Checks that at least one account can sign in and administer the site; `people` is `undefined` when unknown. */
export function peopleChecks(config: Settings, people: KnownPeople | undefined): Check[] {
  return [
    adminCheck(config.admin),
    ...(people
      ? [
          administratorsCheck(people),
          secondFactorCheck(config.security, people),
          unusedCheck(people),
        ]
      : []),
    keyCheck(config, people?.secondFactors ?? 0),
  ];
}

const makeAdministrator = 'galley users create <name> --role admin';

function adminCheck({ enabled, path }: Settings['admin']): Check {
  if (enabled) return ok('admin', `The admin is at /${path}/.`);
  return warning('admin', {
    message: 'The admin is disabled.',
    where: 'admin.enabled',
    why: 'Nobody can sign in, and the health of the server counts as degraded.',
    advice: 'Set admin.enabled to true, unless this server is to serve the site alone.',
  });
}

function administratorsCheck({ users, administrators }: PeopleCounts): Check {
  const name = 'administrators';
  if (administrators > 0) {
    const message = `${counted(administrators, 'person', 'people')} can look after the site.`;
    return ok(name, message);
  }
  if (users > 0) {
    return failed(name, {
      message: 'There are users, and none of them is an enabled administrator.',
      where: 'the users',
      why: 'Nobody can change settings, give roles or restore a backup.',
      advice: makeAdministrator,
    });
  }
  return warning(name, {
    message: 'There are no users yet.',
    where: 'the users',
    why: 'Nobody can sign in before there is one.',
    advice: `The next start prints a link that makes the first administrator; or: ${makeAdministrator}`,
  });
}

function secondFactorCheck(
  { requireMfa }: Settings['security'],
  { administrators, withoutFactor }: KnownPeople,
): Check {
  const name = 'second_factors';
  if (withoutFactor.length === 0) {
    return ok(
      name,
      administrators === 0
        ? 'There is no administrator who would need a second factor.'
        : 'Every administrator has a second factor.',
    );
  }
  const complaint = {
    message: `${counted(withoutFactor.length, 'administrator has', 'administrators have')} no second factor: ${listed(withoutFactor)}.`,
    where: 'Your account, Two-factor authentication, in the admin of each of them',
    advice: 'Let them set one up; security.require_mfa asks everybody for one.',
  };
  const why = 'Whoever learns the password of one can do everything.';
  if (!requireMfa) return notice(name, { ...complaint, why });
  return warning(name, {
    ...complaint,
    why: 'security.require_mfa is on: until then, they can do nothing but set one up.',
  });
}

function unusedCheck({ unused }: KnownPeople): Check {
  const name = 'unused_accounts';
  if (unused.length === 0)
    return ok(name, `Everybody has signed in during the last ${unusedDays} days.`);
  return notice(name, {
    message: `${counted(unused.length, 'account has', 'accounts have')} not been signed in to for ${unusedDays} days: ${listed(unused)}.`,
    where: 'Users, in the admin',
    why: 'Nobody notices when somebody else signs in to an account that its owner does not use. Tokens alone do not count.',
    advice: 'Disable the accounts of those who are no longer here.',
  });
}

function keyCheck({ security, storage }: Settings, secondFactors: number): Check {
  const name = 'encryption_key';
  if (security.encryptionKey !== undefined) {
    return ok(name, 'The key of the second factors is given by the configuration.');
  }
  const file = join(secretsDirectory(storage.dataDirectory), name.replace('_', '-'));
  if (existsSync(file)) return ok(name, `The key of the second factors is in ${file}.`);
  if (secondFactors === 0)
    return ok(name, `The next start makes the key of second factors, ${file}.`);
  return failed(name, {
    message: 'The key of the second factors is missing.',
    where: file,
    why: `${counted(secondFactors, 'second factor')} cannot be read without it: those people cannot sign in.`,
    advice: 'Put it back from a copy, or set security.encryption_key.',
  });
}
