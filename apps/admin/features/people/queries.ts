import type { Role, UserInfo } from '@galley/sdk';
import { queryOptions } from '@tanstack/react-query';
import { invalidateSubjects } from '../../app/query-client.ts';
import { galley } from '../../lib/galley.ts';

export const usersQuery = queryOptions({
  queryKey: ['users'],
  queryFn: ({ signal }): Promise<UserInfo[]> => galley.users.list({}, { signal }),
});

export const rolesQuery = queryOptions({
  queryKey: ['roles'],
  queryFn: ({ signal }): Promise<Role[]> => galley.roles.list({}, { signal }),
});

/** Roles count their users, and many changes end sessions. */
export async function invalidatePeople(): Promise<void> {
  await invalidateSubjects(['users', 'roles', 'sessions', 'tokens']);
}

export function isLastAdmin(user: UserInfo, users: readonly UserInfo[]): boolean {
  const isAdmin = ({ role, enabled }: UserInfo) => role === 'admin' && enabled;
  return isAdmin(user) && users.filter(isAdmin).length === 1;
}
