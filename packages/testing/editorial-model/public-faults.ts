import type { Detail, Observation } from './observe.ts';

interface Passage {
  /** What was seen before the step; undefined when nobody had looked yet. */
  readonly before: Observation | undefined;
  readonly seen: Observation;
  readonly enforced: boolean;
}

/**
 * Where somebody approved who has a part in the document, or something became public that nobody had approved, judged
 * from what is to be seen alone (CMS-ST-5, CMS-ST-12, CMS-AUTH-19, GAP-ED-5).
 */
export function publicFaults({ before, seen, enforced }: Passage): string[] {
  return [
    ...(seen.detail ? approvalFaults(before?.detail, seen.detail) : []),
    ...(enforced ? publicationFaults(before?.public?.revision, seen) : []),
  ];
}

/**
 * Who approves must have no part in it at that moment, unless another person approved the same revision as well
 * (ADD-IND-3); who edits later makes a draft of it.
 */
function approvalFaults(before: Detail | undefined, { editorial, last_editor }: Detail): string[] {
  const { approved_by: by, owner, assignee, reviewer } = editorial;
  if (by === null || by === before?.editorial.approved_by) return [];
  const isAlone = editorial.approvals.every((approval) => approval.by === by);
  return [
    ...(isAlone && [owner, assignee, last_editor].includes(by)
      ? [`${by}, who has a part in it, approved`]
      : []),
    ...(reviewer !== null && reviewer !== by ? [`${by} approved, and not ${reviewer}`] : []),
  ];
}

function publicationFaults(before: string | undefined, seen: Observation): string[] {
  const revision = seen.public?.revision;
  if (revision === undefined || revision === before) return [];
  const approval = seen.detail?.editorial.events.find(({ action }) => action === 'approve');
  if (approval?.revision === revision) return [];
  return [`became public, and what was approved last is ${approval?.revision ?? 'nothing'}`];
}
