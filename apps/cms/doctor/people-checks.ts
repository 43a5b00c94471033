import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenAccounts, PeopleCounts } from '@galley/auth';
import type { Config } from '@galley/settings';
import { secretsDirectory } from '@galley/service';
import { counted, failed, listed, notice, ok, warning, type Check } from './check.ts';

type Settings = Pick<Config, 'admin' | 'security' | 'storage'>;

export interface KnownPeople extends PeopleCounts, OpenAccounts {}

export const unusedDays = 180;

/** `people` is `undefined` when unknown. */
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
    why: 'No one can sign in, and the health check reports degraded.',
    advice: 'Set admin.enabled to true, unless this server should only serve the site.',
  });
}

function administratorsCheck({ users, administrators }: PeopleCounts): Check {
  const name = 'administrators';
  if (administrators > 0) {
    const message = `The site has ${counted(administrators, 'enabled administrator', 'enabled administrators')}.`;
    return ok(name, message);
  }
  if (users > 0) {
    return failed(name, {
      message: 'No user is an enabled administrator.',
      where: 'the users',
      why: 'No one can change settings, assign roles or restore a backup.',
      advice: makeAdministrator,
    });
  }
  return warning(name, {
    message: 'No users yet.',
    where: 'the users',
    why: 'No one can sign in until a user exists.',
    advice: `The next start prints a link to create the first administrator. Alternatively run: ${makeAdministrator}`,
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
        ? 'No administrators, so none needs a second factor.'
        : 'Every administrator has a second factor.',
    );
  }
  const complaint = {
    message: `${counted(withoutFactor.length, 'administrator has', 'administrators have')} no second factor: ${listed(withoutFactor)}.`,
    where: 'Your account, Two-factor authentication, in the admin of each administrator',
    advice:
      'Ask these administrators to set one up. security.require_mfa requires it of every user.',
  };
  const why = 'A stolen administrator password gives full access.';
  if (!requireMfa) return notice(name, { ...complaint, why });
  return warning(name, {
    ...complaint,
    why: 'security.require_mfa is on: these administrators can only set up a second factor.',
  });
}

function unusedCheck({ unused }: KnownPeople): Check {
  const name = 'unused_accounts';
  if (unused.length === 0)
    return ok(name, `All users have signed in during the last ${unusedDays} days.`);
  return notice(name, {
    message: `${counted(unused.length, 'account has', 'accounts have')} not been used for ${unusedDays} days: ${listed(unused)}.`,
    where: 'Users, in the admin',
    why: 'An intruder in an unused account goes unnoticed. Only sign-ins count as use, not API tokens.',
    advice: 'Disable accounts that are no longer needed.',
  });
}

function keyCheck({ security, storage }: Settings, secondFactors: number): Check {
  const name = 'encryption_key';
  if (security.encryptionKey !== undefined) {
    return ok(name, 'The configuration sets the second-factor key.');
  }
  const file = join(secretsDirectory(storage.dataDirectory), name.replace('_', '-'));
  if (existsSync(file)) return ok(name, `The second-factor key is in ${file}.`);
  if (secondFactors === 0)
    return ok(name, `The next start creates the second-factor key, ${file}.`);
  return failed(name, {
    message: 'The second-factor key is missing.',
    where: file,
    why: `${counted(secondFactors, 'second factor')} cannot be decrypted without it, so their users cannot sign in.`,
    advice: 'Restore the file from a copy, or set security.encryption_key.',
  });
}
