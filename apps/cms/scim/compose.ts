import { GroupService, ProvisioningService, type ProvisioningOptions } from '@galley/auth';
import type { Config } from '@galley/settings';
import type { ScimServices } from './module.ts';

export function composeScim({
  config,
  ...base
}: Pick<ProvisioningOptions, 'db' | 'clock' | 'users'> & {
  readonly config: Config;
}): ScimServices {
  const { defaultRole, groups, invite: invites } = config.scim;
  const options = { ...base, roles: { defaultRole, groups: definedOf(groups) } };
  return {
    users: new ProvisioningService({ ...options, invites }),
    groups: new GroupService(options),
  };
}

function definedOf(groups: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const entries = Object.entries(groups);
  return Object.fromEntries(entries.flatMap(([name, role]) => (role ? [[name, role]] : [])));
}
