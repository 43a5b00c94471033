import type { OwnAccount } from '@galley/sdk';
import { queryOptions } from '@tanstack/react-query';
import { queryClient } from '../../app/query-client.ts';
import { galley } from '../../lib/galley.ts';

export const ownAccountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: ({ signal }): Promise<OwnAccount> => galley.account.get({}, { signal }),
});

export function setOwnAccount(account: OwnAccount): void {
  queryClient.setQueryData(ownAccountQuery.queryKey, account);
}
