import type { Config } from '@galley/settings';
import { failed, listed, ok, type Check } from './check.ts';

type Settings = Pick<Config, 'security' | 'scim' | 'signIn'>;

/** Settings may name roles that do not exist, since roles are in the database (ADD-PKY-10). */
export function configuredRolesCheck(config: Settings, roles: readonly string[]): Check {
  const name = 'configured_roles';
  const unknown = namedRoles(config).filter(([, role]) => !roles.includes(role));
  if (unknown.length === 0) return ok(name, 'Every role that the settings name exists.');
  return failed(name, {
    message: `The settings name roles that do not exist: ${listed(unknown.map(([setting, role]) => `${role} (${setting})`))}.`,
    where: [...new Set(unknown.map(([setting]) => setting))].join(', '),
    why: 'A role that does not exist requires a passkey of no user, and accounts cannot get it.',
    advice: `Correct the name, or create the role in the admin. Roles: ${roles.join(', ')}.`,
  });
}

/** Setting and role. */
function namedRoles({ security, scim, signIn }: Settings): [string, string][] {
  const providers = Object.entries(signIn.providers).flatMap(([provider, settings]) => {
    const { roles = [], defaultRole } = settings ?? {};
    const setting = `sign_in.providers.${provider}`;
    return [
      ...roles.map(({ role }): [string, string] => [`${setting}.roles`, role]),
      ...(defaultRole === undefined ? [] : [[`${setting}.default_role`, defaultRole]]),
    ] as [string, string][];
  });
  const directory: [string, string][] = [
    ['scim.default_role', scim.defaultRole],
    ...Object.values(scim.groups).flatMap((role): [string, string][] =>
      role === undefined ? [] : [['scim.groups', role]],
    ),
  ];
  return [
    ...security.requirePasskey.map((role): [string, string] => ['security.require_passkey', role]),
    ...providers,
    ...(scim.enabled ? directory : []),
  ];
}
