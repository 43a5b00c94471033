import {
  applyGroupRoles,
  GroupService,
  ProvisioningService,
  type ProvisioningOptions,
} from '@galley/auth';
import { Ticker, type Logger } from '@galley/kernel';
import type { Config } from '@galley/settings';
import type { ScimServices } from './module.ts';

const dayMs = 86_400_000;

export interface ComposedScim extends ScimServices {
  readonly jobs: readonly Ticker[];
}

export function composeScim({
  config,
  logger,
  ...base
}: Pick<ProvisioningOptions, 'db' | 'clock' | 'users'> & {
  readonly config: Config;
  readonly logger: Logger;
}): ComposedScim {
  const { enabled, defaultRole, groups, invite: invites } = config.scim;
  const options = { ...base, roles: { defaultRole, groups: definedOf(groups) } };
  // The settings change only with a restart.
  const apply = async (): Promise<boolean> => {
    await applyGroupRoles({ ...options, logger });
    return true;
  };
  const { clock } = base;
  const job = new Ticker({ id: 'scim-group-roles', everyMs: dayMs, clock, logger, run: apply });
  return {
    users: new ProvisioningService({ ...options, invites }),
    groups: new GroupService(options),
    jobs: enabled ? [job] : [],
  };
}

function definedOf(groups: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const entries = Object.entries(groups);
  return Object.fromEntries(entries.flatMap(([name, role]) => (role ? [[name, role]] : [])));
}
