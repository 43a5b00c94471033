import {
  currentApproval,
  createScheduleError,
  scheduleKeys,
  type Decision,
  type DocumentStatus,
  type ScheduleChange,
  type ScheduleQuestion,
  type ScheduleRequest,
} from '@galley/editorial';
import { parseDocumentTime, notATime } from '../../document/document-times.ts';
import type { IndexedDocument } from '../../document/document.ts';
import { newTimes } from '../../document/save-edit.ts';

/** Undefined for a new document. */
export function planOf(
  indexed: IndexedDocument | undefined,
): Pick<ScheduleQuestion, 'from' | 'before' | 'wasPublic' | 'isApproved'> {
  return {
    from: indexed?.status ?? 'draft',
    before: {
      scheduled_publish_at: indexed?.metadata.scheduledPublishAt ?? null,
      scheduled_unpublish_at: indexed?.metadata.scheduledUnpublishAt ?? null,
    },
    wasPublic: indexed?.publicHash != null,
    isApproved: !!indexed && currentApproval(indexed.editorial, indexed.revision) !== undefined,
  };
}

/** @throws `invalid_schedule` */
export function askedTimes(
  input: { readonly scheduledPublishAt?: unknown; readonly scheduledUnpublishAt?: unknown },
  before: Readonly<Record<string, unknown>>,
  timeZone: string,
): ScheduleRequest {
  const given = {
    scheduled_publish_at: input.scheduledPublishAt,
    scheduled_unpublish_at: input.scheduledUnpublishAt,
  };
  for (const key of scheduleKeys) {
    const value = given[key];
    const isGiven = value !== undefined && value !== null;
    if (isGiven && !parseDocumentTime(value, timeZone)) throw createScheduleError(key, notATime);
  }
  return newTimes(given, before, timeZone);
}

/** Name in the history. */
export function stepName(
  from: DocumentStatus,
  { status }: Pick<Decision, 'status'>,
  schedule: ScheduleChange,
): string {
  const { scheduled_publish_at: publish, scheduled_unpublish_at: unpublish } = schedule;
  const times = [
    ...(publish ? [`publish at ${publish.at.toISOString()}`] : []),
    ...(unpublish ? [`unpublish at ${unpublish.at.toISOString()}`] : []),
  ].join(', ');
  const move = from === status ? 'Schedule changed' : `${from} to ${status}`;
  return times === '' ? move : `${move}: ${times}`;
}
