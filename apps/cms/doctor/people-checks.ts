import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { PeopleCounts } from '@galley/auth';
import type { Config } from '@galley/settings';
import { secretsDirectory } from '@galley/service';
import { failed, ok, warning, type Check } from './check.ts';

type Settings = Pick<Config, 'admin' | 'security' | 'storage'>;

/** Whether anybody can sign in and look after the site; undefined `people` are not known. */
export function peopleChecks(config: Settings, people: PeopleCounts | undefined): Check[] {
  return [
    adminCheck(config.admin),
    ...(people ? [administratorsCheck(people)] : []),
    keyCheck(config, people?.secondFactors ?? 0),
  ];
}

function adminCheck({ enabled, path }: Settings['admin']): Check {
  if (enabled) return ok('admin', `The admin is at /${path}/.`);
  const advice = 'Set admin.enabled to true, unless this server is to serve the site alone.';
  return warning('admin', 'The admin is disabled: nobody can sign in.', advice);
}

function administratorsCheck({ users, administrators }: PeopleCounts): Check {
  const name = 'administrators';
  if (administrators > 0) {
    const message = `${administrators} ${administrators === 1 ? 'person can' : 'people can'} look after the site.`;
    return ok(name, message);
  }
  if (users > 0) {
    const message = 'There are users, and none of them is an enabled administrator.';
    return failed(name, message, 'galley users create <name> --role admin');
  }
  const advice =
    'The next start prints a link that makes the first administrator, or: galley users create <name> --role admin';
  return warning(name, 'There are no users yet.', advice);
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
  return failed(
    name,
    `The key of the second factors, ${file}, is missing, and ${secondFactors} of them cannot be read without it.`,
    'Put it back from a copy, or set security.encryption_key.',
  );
}
