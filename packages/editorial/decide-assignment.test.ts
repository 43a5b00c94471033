import { expect, test } from 'vitest';
import { decideAssignment } from './decide-assignment.ts';

test.each([
  {
    from: 'draft',
    requireApproval: false,
    to: { status: 'draft', publication: 'keep', approval: 'clear' },
  },
  {
    from: 'in_review',
    requireApproval: false,
    to: { status: 'in_review', publication: 'keep', approval: 'clear' },
  },
  {
    from: 'scheduled',
    requireApproval: false,
    to: { status: 'scheduled', publication: 'keep', approval: 'clear' },
  },
  {
    from: 'published',
    requireApproval: false,
    to: { status: 'published', publication: 'renew', approval: 'clear' },
  },
  {
    from: 'archived',
    requireApproval: false,
    to: { status: 'archived', publication: 'keep', approval: 'clear' },
  },
  {
    from: 'draft',
    requireApproval: true,
    to: { status: 'draft', publication: 'keep', approval: 'clear' },
  },
  {
    from: 'in_review',
    requireApproval: true,
    to: { status: 'in_review', publication: 'keep', approval: 'clear' },
  },
  {
    from: 'scheduled',
    requireApproval: true,
    to: { status: 'draft', publication: 'keep', approval: 'clear' },
  },
  {
    from: 'published',
    requireApproval: true,
    to: { status: 'draft', publication: 'keep', approval: 'clear' },
  },
  {
    from: 'archived',
    requireApproval: true,
    to: { status: 'archived', publication: 'keep', approval: 'clear' },
  },
] as const)(
  'CMS-ST-10: an assignment changes $from, approval required: $requireApproval, to $to.status; publication: $to.publication',
  ({ from, requireApproval, to }) => {
    expect(decideAssignment({ from, requireApproval })).toEqual(to);
  },
);
