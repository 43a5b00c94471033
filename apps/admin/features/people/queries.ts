import type { Role, UserInfo } from '@galley/sdk';
import { queryOptions } from '@tanstack/react-query';
import { queryClient } from '../../app/query-client.ts';
import { galley } from '../../lib/galley.ts';

export const usersQuery = queryOptions({
  queryKey: ['users'],
  queryFn: ({ signal }): Promise<UserInfo[]> => galley.users.list({}, { signal }),
});

export const rolesQuery = queryOptions({
  queryKey: ['roles'],
  queryFn: ({ signal }): Promise<Role[]> => galley.roles.list({}, { signal }),
});

/** After anything about anybody changed: a role knows how many have it, and sessions end with much of it. */
export async function peopleChanged(): Promise<void> {
  const keys = ['users', 'roles', 'sessions', 'tokens'];
  await Promise.all(keys.map((key) => queryClient.invalidateQueries({ queryKey: [key] })));
}

/** Whether somebody is the only one left who may everything, and can sign in. */
export function isLastAdmin(user: UserInfo, users: readonly UserInfo[]): boolean {
  const isAdmin = ({ role, enabled }: UserInfo) => role === 'admin' && enabled;
  return isAdmin(user) && users.filter(isAdmin).length === 1;
}
