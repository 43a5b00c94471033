import type { Detail, Observation } from './observe.ts';

interface Passage {
  readonly before: Observation | undefined;
  readonly seen: Observation;
  readonly enforced: boolean;
}

/** Checks approvals and publications from observations alone (CMS-ST-5, CMS-ST-12, CMS-AUTH-19, GAP-ED-5). */
export function publicFaults({ before, seen, enforced }: Passage): string[] {
  return [
    ...(seen.detail ? approvalFaults(before?.detail, seen.detail) : []),
    ...(enforced ? publicationFaults(before?.public?.revision, seen) : []),
  ];
}

/** An approver must not be involved then, unless another person approved the same revision, too (ADD-IND-3). */
function approvalFaults(before: Detail | undefined, { editorial, last_editor }: Detail): string[] {
  const { approved_by: by, owner, assignee, reviewer } = editorial;
  if (by === null || by === before?.editorial.approved_by) return [];
  const isAlone = editorial.approvals.every((approval) => approval.by === by);
  return [
    ...(isAlone && [owner, assignee, last_editor].includes(by)
      ? [`${by}, a contributor, approved`]
      : []),
    ...(reviewer !== null && reviewer !== by ? [`${by} approved instead of ${reviewer}`] : []),
  ];
}

function publicationFaults(before: string | undefined, seen: Observation): string[] {
  const revision = seen.public?.revision;
  if (revision === undefined || revision === before) return [];
  const approval = seen.detail?.editorial.events.find(({ action }) => action === 'approve');
  if (approval?.revision === revision) return [];
  return [`became public, but the last approved revision is ${approval?.revision ?? 'nothing'}`];
}
