import type { ServiceAccountService } from '@galley/auth';
import type { OwnershipService } from '@galley/content';
import type { contract } from '@galley/contract';
import type { Module } from '@galley/http';
import { serviceUsername } from '@galley/kernel';
import { presentServiceAccount } from './present-tokens.ts';

export function serviceAccountsModule(
  services: ServiceAccountService,
  ownership: OwnershipService,
): Module<typeof contract.serviceAccounts> {
  return {
    list: async () => (await services.list()).map(presentServiceAccount),

    save: async ({ actor, body, note }) => {
      note({ target: serviceUsername(body.username) });
      const { responsible_role: responsibleRole, ...fields } = body;
      const { account, created, changes } = await services.save(actor, {
        ...fields,
        responsibleRole,
      });
      note({ details: { created, changes } });
      return presentServiceAccount(account);
    },

    delete: async ({ actor, body: { username, reassign_to: reassignTo }, note }) => {
      note({ target: serviceUsername(username) });
      if (reassignTo !== undefined) note({ details: { reassign_to: reassignTo } });
      await services.delete(actor, username, {
        reassignTo,
        ownership: {
          count: (owner) => ownership.count(owner),
          transfer: (from, to) => ownership.transfer(actor, from, to),
        },
      });
      return { ok: true };
    },
  };
}
