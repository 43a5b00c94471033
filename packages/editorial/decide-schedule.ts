import { fieldFault, may, type Actor, type FieldFault } from '@galley/kernel';
import type { DocumentStatus } from './document-status.ts';
import type { Decision } from './decision.ts';
import { editorialProblems } from './problems.ts';

export const scheduleKeys = ['scheduled_publish_at', 'scheduled_unpublish_at'] as const;
export type ScheduleKey = (typeof scheduleKeys)[number];

export interface PlannedTime {
  readonly at: Date;
  readonly text: unknown;
}

/** Null for never. */
export type Schedule = Readonly<Record<ScheduleKey, Date | null>>;

/** Null clears a time. */
export type ScheduleRequest = Readonly<Partial<Record<ScheduleKey, PlannedTime | null>>>;

/** Absent keys stay unchanged. */
export type ScheduleChange = ScheduleRequest;

export interface ScheduleQuestion {
  readonly actor: Actor;
  readonly now: Date;
  readonly from: DocumentStatus;
  readonly before: Schedule;
  readonly asked: ScheduleRequest;
  readonly decision: Decision;
  readonly byHand: boolean;
  readonly wasPublic: boolean;
  readonly isApproved: boolean;
  readonly requireApproval: boolean;
}

/** CMS-ST-6, CMS-ERR-3, GAP-ED-4. @throws `forbidden`, `approval_required`, `invalid_schedule` */
export function decideSchedule(question: ScheduleQuestion): ScheduleChange {
  const { asked, decision } = question;
  if (Object.keys(asked).length > 0) requireMayPlan(question);
  if (decision.status === 'scheduled') return decideForScheduled(question);
  if (decision.status === 'published') return decideForPublished(question);
  return decideForWithdrawn(question);
}

export function scheduleAfter(before: Schedule, change: ScheduleChange): Schedule {
  const after = (key: ScheduleKey): Date | null =>
    change[key] === undefined ? before[key] : (change[key]?.at ?? null);
  return {
    scheduled_publish_at: after('scheduled_publish_at'),
    scheduled_unpublish_at: after('scheduled_unpublish_at'),
  };
}

function decideForScheduled(question: ScheduleQuestion): ScheduleChange {
  const { asked, before, from, now, requireApproval, isApproved } = question;
  const isNews = from !== 'scheduled' || Object.keys(asked).length > 0;
  if (!isNews) return {};
  if (requireApproval && !isApproved) {
    throw editorialProblems.approval_required(
      'This site publishes only approved revisions (editorial.require_approval), and this revision is not approved.',
    );
  }
  const { scheduled_publish_at: publishAt, scheduled_unpublish_at: unpublishAt } = scheduleAfter(
    before,
    asked,
  );
  if (!publishAt)
    throw createScheduleError(
      'scheduled_publish_at',
      fieldFault('required_with', { other: 'workflow: scheduled' }),
    );
  if (publishAt <= now) {
    throw createScheduleError(
      'scheduled_publish_at',
      fieldFault('not_in_future', { time: publishAt.toISOString() }),
    );
  }
  if (unpublishAt && unpublishAt <= publishAt) {
    throw createScheduleError(
      'scheduled_unpublish_at',
      fieldFault('not_after_publication', { time: publishAt.toISOString() }),
    );
  }
  return asked;
}

function decideForPublished(question: ScheduleQuestion): ScheduleChange {
  const { asked, before, from } = question;
  if (asked.scheduled_publish_at) {
    throw createScheduleError(
      'scheduled_publish_at',
      fieldFault('only_with', { other: 'workflow: scheduled' }),
    );
  }
  // A file published manually may still contain a time; a save without a request leaves it unchanged.
  const becomes = from !== 'published';
  if (becomes || asked.scheduled_unpublish_at) requireFutureEnd(question);
  const drops = becomes && before.scheduled_publish_at !== null;
  return { ...asked, ...(drops && { scheduled_publish_at: null }) };
}

/** An earlier revision of such a document may be public. */
function decideForWithdrawn(question: ScheduleQuestion): ScheduleChange {
  const { asked, before, from, decision, byHand, wasPublic } = question;
  if (asked.scheduled_publish_at)
    throw createScheduleError(
      'scheduled_publish_at',
      fieldFault('only_with', { other: 'workflow: scheduled' }),
    );
  const isPublic = wasPublic && decision.publication !== 'withdraw';
  if (asked.scheduled_unpublish_at) {
    if (!isPublic) {
      throw createScheduleError(
        'scheduled_unpublish_at',
        fieldFault('only_with', { other: 'workflow: scheduled, published' }),
      );
    }
    requireFutureEnd(question);
  }
  // Taking the document back clears the schedule; new text alone keeps it, so that it can be scheduled again.
  const drops = (byHand && from === 'scheduled') || decision.publication === 'withdraw';
  if (!drops) return asked;
  return {
    ...asked,
    ...(before.scheduled_publish_at && { scheduled_publish_at: null }),
    ...(before.scheduled_unpublish_at && !isPublic && { scheduled_unpublish_at: null }),
  };
}

function requireMayPlan({ actor }: ScheduleQuestion): void {
  if (may(actor, 'documents.publish')) return;
  throw editorialProblems.forbidden(
    `Your role (${actor.role}) cannot schedule it; this requires documents.publish.`,
  );
}

function requireFutureEnd({ before, asked, now }: ScheduleQuestion): void {
  const { scheduled_unpublish_at: end } = scheduleAfter(before, asked);
  if (!end || end > now) return;
  throw createScheduleError(
    'scheduled_unpublish_at',
    fieldFault('not_in_future', { time: end.toISOString() }),
  );
}

export function createScheduleError(path: ScheduleKey, fault: FieldFault): Error {
  return editorialProblems.invalid_schedule.at([{ path, ...fault }]);
}
