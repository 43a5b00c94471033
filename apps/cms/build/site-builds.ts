import type { PublicNotification } from '@galley/content';
import { tryWithAdvisoryLock, type Database } from '@galley/database';
import { Ticker, type Clock, type Logger } from '@galley/kernel';
import {
  BuildRepository,
  describeFinding,
  type Build,
  type BuildLogLine,
  type BuildReason,
  type BuildReport,
} from '@galley/site';
import type { BuildProcess } from './build-process.ts';
import type { BuildOptions, SiteBuilder } from './site-builder.ts';

export interface SiteBuildsOptions {
  readonly db: Database;
  readonly builder: Pick<SiteBuilder, 'build' | 'isOutputCurrent'>;
  readonly buildProcess: Pick<BuildProcess, 'build' | 'end'>;
  /** Called before the build's record is updated. */
  readonly onBuilt: () => Promise<void>;
  readonly feed: { subscribe(subscriber: (news: PublicNotification) => void): void };
  readonly onPublish: boolean;
  readonly clock: Clock;
  readonly logger: Logger;
}

const leaderPauseMs = 1_000;
const pollMs = 500;
/** Several documents are often published at once. */
const quietMs = 50;
/** A server that has just started answers requests first. */
const firstBuildMs = 3_000;
/** Pauses after each build for as long as it took, at most this long, which leaves CPU time to requests. */
const maxPauseMs = 10_000;
/** Restarting the build process takes a second or two; while it runs it takes up to 300 MB. */
const idleProcessMs = 15_000;
const maxLogLines = 1_000;

/** Builds in one process at a time, the leader. All requests during a build lead to one more build. */
export class SiteBuilds {
  readonly #options: SiteBuildsOptions;
  readonly #builds: BuildRepository;
  #change: BuildReason | undefined;
  #wake = new AbortController();
  readonly #counts = { done: 0, failed: 0 };

  /** Each run lasts while this process is the leader; it ends at once while another one is. */
  readonly loop: Ticker;

  constructor(options: SiteBuildsOptions) {
    this.#options = options;
    this.#builds = new BuildRepository(options.db);
    const { clock, logger } = options;
    const run = (signal: AbortSignal): Promise<unknown> => this.#tryLead(signal);
    this.loop = new Ticker({ id: 'static-builder', everyMs: leaderPauseMs, clock, logger, run });
    if (!options.onPublish) return;
    options.feed.subscribe((news) => {
      this.#change = news.kind === 'settings' ? 'settings' : 'publish';
      this.#wake.abort();
    });
  }

  /** For changes outside of the feed: `settings` includes the theme, `publish` media files. */
  changed(reason: 'settings' | 'publish'): void {
    if (!this.#options.onPublish) return;
    this.#change = reason;
    this.#wake.abort();
  }

  /** The build runs in whichever process leads. */
  async request(by: string, { isFull = false } = {}): Promise<void> {
    const at = this.#options.clock.now();
    await this.#builds.request({ reason: 'request', by, isFull, at });
    this.#wake.abort();
  }

  get counts() {
    return { ...this.#counts };
  }

  report(): ReturnType<BuildRepository['report']> {
    return this.#builds.report();
  }

  list(): ReturnType<BuildRepository['list']> {
    return this.#builds.list();
  }

  find(id: string): ReturnType<BuildRepository['find']> {
    return this.#builds.find(id);
  }

  async buildNow(by: string | null, options: BuildOptions): Promise<BuildReport> {
    const at = this.#options.clock.now();
    const isFull = options.isFull ?? false;
    const build = await this.#builds.startAtOnce({ reason: 'command', by, isFull, at });
    return this.#recorded(build, () => this.#options.builder.build(options));
  }

  #tryLead(signal: AbortSignal): Promise<unknown> {
    const { db, buildProcess } = this.#options;
    return tryWithAdvisoryLock(db, 'static output', () =>
      this.#lead(signal).finally(() => buildProcess.end()),
    );
  }

  async #lead(signal: AbortSignal): Promise<void> {
    const { clock, onPublish, builder, buildProcess } = this.#options;
    await this.#builds.abandon(clock.now());
    let idleSince = clock.now();
    let nextAt = 0;
    // Changes made while no process was the leader.
    if (onPublish && this.#change === undefined && !(await builder.isOutputCurrent())) {
      this.#change = 'start';
      nextAt = idleSince.getTime() + firstBuildMs;
    }
    while (!signal.aborted) {
      const change = this.#change;
      if (change !== undefined && clock.now().getTime() >= nextAt) {
        await clock.sleep(quietMs, signal);
        this.#change = undefined;
        await this.#builds.request({ reason: change, by: null, isFull: false, at: clock.now() });
      }
      const build = await this.#builds.start(clock.now());
      if (build !== undefined) {
        // The failure is in the build's record and in the log; the next build may succeed.
        const begun = performance.now();
        await this.#recorded(build, () => buildProcess.build(build)).catch(() => undefined);
        const buildMs = performance.now() - begun;
        idleSince = clock.now();
        nextAt = idleSince.getTime() + Math.min(buildMs, maxPauseMs);
        continue;
      }
      if (clock.now().getTime() - idleSince.getTime() > idleProcessMs) await buildProcess.end();
      await this.#pause(signal);
    }
  }

  async #pause(signal: AbortSignal): Promise<void> {
    const { clock } = this.#options;
    await clock.sleep(pollMs, AbortSignal.any([signal, this.#wake.signal]));
    this.#wake = new AbortController();
  }

  async #recorded(build: Build, make: () => Promise<BuildReport>): Promise<BuildReport> {
    const { clock, logger, onBuilt } = this.#options;
    const log = new BuildLog(clock);
    const began = performance.now();
    try {
      const report = await make();
      await onBuilt();
      this.#counts.done += 1;
      const { id: _id, findings, ...counts } = report;
      const duration_ms = Math.round(performance.now() - began);
      log.add('info', summaryOf(report, duration_ms));
      for (const finding of findings) log.add('warning', describeFinding(finding));
      const result = { ...counts, findings: findings.length };
      await this.#builds.finish(build.id, { at: clock.now(), log: log.lines, result });
      logger.info('static output built', { reason: build.reason, ...result, duration_ms });
      return report;
    } catch (error) {
      this.#counts.failed += 1;
      const message = error instanceof Error ? error.message : String(error);
      log.add('error', message);
      await this.#builds.finish(build.id, { at: clock.now(), log: log.lines, error: message });
      logger.error('static output not built', {
        reason: build.reason,
        error: message,
      });
      throw error;
    }
  }
}

class BuildLog {
  readonly #clock: Clock;
  readonly lines: BuildLogLine[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add(level: BuildLogLine['level'], message: string): void {
    if (this.lines.length >= maxLogLines) return;
    const isLast = this.lines.length === maxLogLines - 1;
    const line = isLast ? 'The log reached its limit; further lines are omitted.' : message;
    this.lines.push({ at: this.#clock.now().toISOString(), level, message: line });
  }
}

function summaryOf(
  { files, rendered, written, removed }: BuildReport,
  milliseconds: number,
): string {
  return `Rendered ${rendered} pages and files in ${milliseconds} ms: ${written} new or changed, ${removed} removed, ${files} in total.`;
}
