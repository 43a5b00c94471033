import { expect, test } from 'vitest';
import { decideTransfer } from './publication.ts';

test.each([
  { from: 'draft', requireApproval: false, to: { status: 'draft', publication: 'keep' } },
  { from: 'in_review', requireApproval: false, to: { status: 'in_review', publication: 'keep' } },
  { from: 'scheduled', requireApproval: false, to: { status: 'scheduled', publication: 'keep' } },
  { from: 'published', requireApproval: false, to: { status: 'published', publication: 'renew' } },
  { from: 'archived', requireApproval: false, to: { status: 'archived', publication: 'keep' } },
  { from: 'draft', requireApproval: true, to: { status: 'draft', publication: 'keep' } },
  { from: 'in_review', requireApproval: true, to: { status: 'in_review', publication: 'keep' } },
  { from: 'scheduled', requireApproval: true, to: { status: 'draft', publication: 'keep' } },
  { from: 'published', requireApproval: true, to: { status: 'draft', publication: 'keep' } },
  { from: 'archived', requireApproval: true, to: { status: 'archived', publication: 'keep' } },
] as const)(
  'CMS-ST-10: another owner leaves what is $from, approval required: $requireApproval, as $to.status; what is public: $to.publication',
  ({ from, requireApproval, to }) => {
    expect(decideTransfer({ from, requireApproval })).toEqual(to);
  },
);
