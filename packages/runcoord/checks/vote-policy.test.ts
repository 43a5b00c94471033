import { expect, test } from 'vitest';
import type { VotePolicy } from '../recipes/run-recipe-repository.ts';
import { reasonsToReturn } from './vote-policy.ts';

const against = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ agentId: `reviewer-${index}`, comment: '' }));
const situation = { failing: [], approvals: 0, rejecting: against(0), outstanding: 0 };

test('ADD-CHECK-6: without a policy, nothing is returned', () => {
  const all = { ...situation, failing: ['links'], rejecting: against(5) };
  expect(reasonsToReturn({}, all)).toEqual([]);
});

test('ADD-CHECK-6: failing checks return a proposal at once', () => {
  const failing = { ...situation, failing: ['links', 'tests'], outstanding: 3 };
  expect(reasonsToReturn({ approve: 0 }, failing)).toEqual(['These checks fail: links, tests.']);
});

const policies: readonly (readonly [
  policy: VotePolicy,
  votes: readonly [rejections: number, approvals: number, outstanding: number],
  reason: string | undefined,
])[] = [
  [{ reject: 0 }, [1, 0, 5], '1 reviewer rejects it; at most 0 may.'],
  [{ reject: 1 }, [1, 0, 5], undefined],
  [{ reject: 1 }, [2, 9, 0], '2 reviewers reject it; at most 1 may.'],
  [{ approve: 2 }, [1, 1, 1], undefined],
  [{ approve: 2 }, [1, 1, 0], '1 reviewer rejects it, so that it cannot get 2 approvals.'],
  // Too few reviewers or abstentions are nothing that the agent can change.
  [{ approve: 2 }, [0, 1, 0], undefined],
  [{ approve: 1, reject: 0 }, [0, 1, 0], undefined],
];

test.each(policies)(
  'ADD-CHECK-6: %j with %j rejections, approvals and outstanding votes: %s',
  (policy, [rejections, approvals, outstanding], reason) => {
    const votes = { ...situation, rejecting: against(rejections), approvals, outstanding };
    expect(reasonsToReturn(policy, votes)).toEqual(reason === undefined ? [] : [reason]);
  },
);
