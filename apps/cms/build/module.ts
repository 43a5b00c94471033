import type { ScheduleService } from '@galley/content';
import type { contract } from '@galley/contract';
import { httpProblems, type Module } from '@galley/http';
import type { Clock } from '@galley/kernel';
import type { Build, PublishedAnswers } from '@galley/site';
import type { SiteBuilds } from './site-builds.ts';

export interface BuildServices {
  readonly builds: SiteBuilds;
  readonly answers: PublishedAnswers;
  readonly schedule: ScheduleService;
  readonly clock: Clock;
}

/** content-platform, Operations */
export function operationsModule({
  builds,
  answers,
  schedule,
  clock,
}: BuildServices): Module<typeof contract.operations> {
  return {
    status: async () => {
      const { status, queued, last } = await builds.report();
      const { nextDueAt, lastRunAt, overdue } = await schedule.state(clock.now());
      return {
        status,
        last_build: time(last?.finishedAt),
        build_duration: durationOf(last),
        cache_size: answers.measures.bytes,
        queue_length: queued,
        next_due_at: time(nextDueAt),
        last_run_at: time(lastRunAt),
        overdue,
      };
    },

    rebuild: async ({ actor, body }) => {
      await builds.request(actor.username, { isFull: body.full ?? false });
      return { ok: true };
    },

    builds: async () => (await builds.list()).map(presentBuild),

    build: async ({ query: { id } }) => {
      const found = await builds.find(id);
      if (!found) throw httpProblems.not_found('No such build. Old builds are no longer listed.');
      return { ...presentBuild(found), log: found.log.map((line) => ({ ...line })) };
    },
  };
}

function presentBuild(build: Build) {
  return {
    id: build.id,
    status: build.status,
    reason: build.reason,
    requested_by: build.requestedBy,
    full: build.isFull,
    requested_at: build.requestedAt.toISOString(),
    started_at: time(build.startedAt),
    finished_at: time(build.finishedAt),
    result: build.result,
    error: build.error,
  };
}

function durationOf(build: Build | undefined): number | null {
  if (!build?.startedAt || !build.finishedAt) return null;
  return build.finishedAt.getTime() - build.startedAt.getTime();
}

function time(date: Date | null | undefined): string | null {
  return date?.toISOString() ?? null;
}
