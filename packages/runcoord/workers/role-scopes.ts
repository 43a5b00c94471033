import type { WorkerScope } from './worker.ts';

const everyone: readonly WorkerScope[] = [
  'tasks:read',
  'turns:write',
  'repo:read',
  'memory:read',
  'memory:write',
];
const work: readonly WorkerScope[] = ['tasks:write', 'proposals:write'];

/** Beyond the scopes of everyone. Roles that the coordinator asks for reviews can vote. */
const scopesOfRoles: Readonly<Record<string, readonly WorkerScope[]>> = {
  chair: work,
  architect: [...work, 'reviews:write'],
  implementer: work,
  tester: ['tasks:write', 'reviews:write'],
  security: ['reviews:write'],
  reviewer: ['reviews:write'],
  memory_oracle: [],
};

/** For tokens without explicit scopes. Roles with other names may work, but not vote. */
export function defaultScopes(role: string): WorkerScope[] {
  const own = Object.hasOwn(scopesOfRoles, role) ? scopesOfRoles[role]! : work;
  return [...everyone, ...own];
}
