import { Ticker, type Clock, type Logger } from '@galley/kernel';
import {
  type JobRun,
  type PluginHost,
  type PluginJobRepository,
  type PluginManifest,
} from '@galley/plugins';
import type { PluginCallers } from './calling-people.ts';

export interface PluginJobsOptions {
  readonly jobs: PluginJobRepository;
  readonly host: Pick<PluginHost, 'running' | 'call'>;
  readonly people: PluginCallers;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** A job still marked as running after this time was cut off with its process. */
const maxRunMs = 10 * 60_000;

type Job = PluginManifest['jobs'][number];

export interface JobState extends Pick<JobRun, 'plugin' | 'job' | 'error'> {
  /** Interval in milliseconds. */
  readonly every: number;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
  readonly nextAt: Date;
}

/** Each job runs in one process at a time, and once after any number of missed runs. */
export class PluginJobs {
  readonly #options: PluginJobsOptions;
  readonly #running = new Set<Promise<void>>();

  readonly loop: Ticker;

  constructor(options: PluginJobsOptions) {
    this.#options = options;
    const { clock, logger } = options;
    this.loop = new Ticker({
      id: 'plugin-jobs',
      everyMs: 5_000,
      clock,
      logger,
      // Jobs continue beside the next tick.
      run: async () => void (await this.#begin()),
      finish: () => Promise.all(this.#running),
    });
  }

  async runDue(): Promise<void> {
    await Promise.all(await this.#begin());
  }

  async list(plugin?: string): Promise<readonly JobState[]> {
    const { jobs, host, clock } = this.#options;
    const runs = await jobs.list();
    const asked = host
      .running()
      .flatMap(({ manifest }) =>
        plugin === undefined || manifest.name === plugin ? manifest : [],
      );
    return asked.flatMap(({ name, jobs: declared }) =>
      declared.map((job) => stateOf({ plugin: name, job, runs, now: clock.now() })),
    );
  }

  async #begin(): Promise<readonly Promise<void>[]> {
    const { host, jobs, clock } = this.#options;
    const declared = host
      .running()
      .flatMap(({ manifest: { name, jobs: some } }) => some.map((job) => ({ name, job })));
    if (declared.length === 0) return [];
    const now = clock.now();
    const runs = await jobs.list();
    const begun: Promise<void>[] = [];
    for (const { name: plugin, job } of declared) {
      if (stateOf({ plugin, job, runs, now }).nextAt > now) continue;
      const dueSince = new Date(now.getTime() - job.every);
      const lostSince = new Date(now.getTime() - maxRunMs);
      if (!(await jobs.claim({ plugin, job: job.name, now, dueSince, lostSince }))) continue;
      const work = this.#work(plugin, job, now).finally(() => this.#running.delete(work));
      this.#running.add(work);
      begun.push(work);
    }
    return begun;
  }

  async #work(plugin: string, { name: job }: Job, startedAt: Date): Promise<void> {
    const { host, people, jobs, clock, logger } = this.#options;
    let error: string | null = null;
    try {
      const about = { started_at: startedAt.toISOString() };
      await people.on({ plugin, onBehalfOf: [] }, () => host.call(plugin, `job:${job}`, about));
    } catch (failure) {
      error = failure instanceof Error ? failure.message : String(failure);
    }
    try {
      await jobs.finish({ plugin, job, startedAt, finishedAt: clock.now(), error });
    } catch (failure) {
      // The job counts as cut off, and runs again when due.
      logger.warn('job completion not recorded', { plugin, job, error: String(failure) });
    }
  }
}

interface Asked {
  readonly plugin: string;
  readonly job: Job;
  readonly runs: readonly JobRun[];
  readonly now: Date;
}

function stateOf({ plugin, job: { name: job, every }, runs, now }: Asked): JobState {
  const last = runs.find((run) => run.plugin === plugin && run.job === job);
  const common = { plugin, job, every, error: last?.error ?? null };
  if (!last) return { ...common, startedAt: null, finishedAt: null, nextAt: now };
  const { startedAt, finishedAt } = last;
  return { ...common, startedAt, finishedAt, nextAt: new Date(startedAt.getTime() + every) };
}
