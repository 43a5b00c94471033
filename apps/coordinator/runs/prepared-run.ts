import {
  RunJournal,
  RunTicker,
  WatchedTicks,
  type Run,
  type RunLease,
  type RunLoopOptions,
} from '@galley/runcoord';
import type { Coordinator } from '../compose.ts';
import { writeMcpAssets } from '../mcp/mcp-assets.ts';
import { writeSnapshot } from './snapshots.ts';

/** Times in milliseconds. Missing: from the configuration; not positive: the default. */
export interface LoopTimes {
  readonly interval?: number | undefined;
  readonly retryDelay?: number | undefined;
  readonly maxConsecutiveErrors?: number | undefined;
  /** 0: one when headless, else unlimited; negative: unlimited. */
  readonly maxIterations: number;
}

export interface PreparedRun {
  readonly coordinator: Coordinator;
  readonly projectDirectory: string;
  readonly run: Run;
  readonly lease: RunLease;
  readonly ticks: WatchedTicks;
  readonly loop: RunLoopOptions;
  readonly signal: AbortSignal;
  readonly snapshot: () => Promise<string>;
}

export interface RunInHand extends LoopTimes {
  readonly projectDirectory: string;
  readonly run: Run;
  readonly lease: RunLease;
  /** Address at which this coordinator is, or would be, reachable. */
  readonly address: string;
  readonly signal: AbortSignal;
}

/** Also writes the agent configuration. */
export async function prepareRun(
  coordinator: Coordinator,
  { projectDirectory, run, lease, address, signal, ...times }: RunInHand,
): Promise<PreparedRun> {
  const { db, clock, logger, config, build, tick: settings } = coordinator;
  const { fence } = lease;
  await writeMcpAssets({ projectDirectory, address, version: build.version });
  const ticker = new RunTicker({ db, fence, workspaceId: run.workspaceId, settings, clock });
  const ticks = new WatchedTicks(run.id, ticker);
  const { interval, retryBackoff, maxConsecutiveErrors } = config.coordinator;
  const loop: RunLoopOptions = {
    tick: (iteration, until) => ticks.tick(iteration, until),
    journal: new RunJournal({ db, fence, clock }),
    clock,
    logger,
    interval: times.interval ?? interval,
    retryDelay: times.retryDelay ?? retryBackoff,
    maxConsecutiveErrors: times.maxConsecutiveErrors ?? maxConsecutiveErrors,
    maxIterations: times.maxIterations,
  };
  return {
    coordinator,
    projectDirectory,
    run,
    lease,
    ticks,
    loop,
    signal: AbortSignal.any([signal, lease.lost]),
    snapshot: () => writeSnapshot(coordinator, projectDirectory, run),
  };
}
