import type { Decision } from './decision.ts';
import { currentApproval } from './editorial-facts.ts';
import type { ScheduleChange } from './decide-schedule.ts';
import type { WorkflowDocument } from './workflow-document.ts';

export type ScheduledAct = 'publish' | 'unpublish';

export interface DueStep {
  readonly decision: Decision;
  readonly schedule: ScheduleChange;
  readonly message: string;
}

export type DueOutcome =
  | { readonly step: DueStep }
  /** Reason why the action failed at its time. */
  | { readonly missed: string };

export interface DueQuestion {
  readonly act: ScheduledAct;
  readonly document: WorkflowDocument;
  readonly now: Date;
  readonly requireApproval: boolean;
}

const punctualityMs = 60_000;

/** Undefined when nothing is due, or it is already done (CMS-ST-7, GAP-SCHED-1, GAP-ED-5). */
export function decideDue(question: DueQuestion): DueOutcome | undefined {
  return question.act === 'publish' ? duePublish(question) : dueUnpublish(question);
}

function duePublish({ document, now, requireApproval }: DueQuestion): DueOutcome | undefined {
  const { status, metadata, editorial, revision, problem } = document;
  const { scheduledPublishAt: dueAt, scheduledUnpublishAt: end } = metadata;
  if (status !== 'scheduled' || !dueAt || dueAt > now) return undefined;
  if (problem) return { missed: `its file cannot be read: ${problem.message}` };
  if (requireApproval && !currentApproval(editorial, revision))
    return {
      missed: 'its revision is not approved, and this site publishes only approved revisions',
    };
  if (end && end <= now) {
    const message = `Not published: its scheduled time, ${dueAt.toISOString()} to ${end.toISOString()}, passed before it could be published`;
    const decision = { status: 'draft', publication: 'withdraw', approval: 'clear' } as const;
    const schedule = { scheduled_publish_at: null, scheduled_unpublish_at: null };
    return { step: { decision, schedule, message } };
  }
  return {
    step: {
      decision: { status: 'published', publication: 'publish', approval: 'keep' },
      schedule: { scheduled_publish_at: null },
      message: describeExecution('Published as scheduled', dueAt, now),
    },
  };
}

function dueUnpublish({ document, now }: DueQuestion): DueOutcome | undefined {
  const { status, metadata, publicHash, problem } = document;
  const { scheduledUnpublishAt: dueAt } = metadata;
  if (publicHash === null || !dueAt || dueAt > now) return undefined;
  if (problem) return { missed: `its file cannot be read: ${problem.message}` };
  return {
    step: {
      decision:
        status === 'published'
          ? { status: 'draft', publication: 'withdraw', approval: 'clear' }
          : { status, publication: 'withdraw', approval: 'keep' },
      schedule: { scheduled_unpublish_at: null },
      message: describeExecution('Unpublished as scheduled', dueAt, now),
    },
  };
}

function describeExecution(what: string, dueAt: Date, now: Date): string {
  const late = now.getTime() - dueAt.getTime();
  const planned = `${what} for ${dueAt.toISOString()}`;
  return late < punctualityMs ? planned : `${planned}, ${formatDuration(late)} late`;
}

export function formatDuration(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000);
  const [count, unit] =
    minutes < 120
      ? [minutes, 'minute']
      : minutes < 2 * 24 * 60
        ? [Math.floor(minutes / 60), 'hour']
        : [Math.floor(minutes / 60 / 24), 'day'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
