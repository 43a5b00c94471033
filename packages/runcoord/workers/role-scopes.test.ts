import { describe, expect, test } from 'vitest';
import { highRiskRole, reviewRoles } from '../review-request-repository.ts';
import { defaultScopes } from './role-scopes.ts';

describe('the default scopes of a role', () => {
  test('allow a vote exactly to the roles that are asked for reviews', () => {
    const roles = ['chair', 'architect', 'implementer', 'tester', 'security', 'reviewer'];
    const voters = [...roles, 'memory_oracle', 'head', 'toString'].filter((role) =>
      defaultScopes(role).includes('reviews:write'),
    );
    expect(voters.toSorted()).toEqual([...reviewRoles, highRiskRole].toSorted());
  });

  test.each(['chair', 'architect', 'implementer', 'head', 'toString'])(
    'allow tasks and proposals to the role %s',
    (role) => {
      expect(defaultScopes(role)).toEqual(
        expect.arrayContaining(['tasks:write', 'proposals:write', 'turns:write']),
      );
    },
  );

  test('allow everyone to read', () => {
    expect(defaultScopes('memory_oracle')).toEqual(
      expect.arrayContaining(['tasks:read', 'repo:read', 'memory:read', 'turns:write']),
    );
    expect(defaultScopes('memory_oracle')).not.toContain('proposals:write');
  });
});
