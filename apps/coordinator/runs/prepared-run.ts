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

/**
 * Intervals in milliseconds and limits of the loop. Missing values come from the configuration; values that are not
 * positive select the default.
 */
export interface LoopTimes {
  readonly interval?: number | undefined;
  readonly retryDelay?: number | undefined;
  readonly maxConsecutiveErrors?: number | undefined;
  /** Maximum number of iterations. 0: one when headless, else unlimited; negative: unlimited. */
  readonly maxIterations: number;
}

/** A run whose lease is held, and everything its loop needs. */
export interface PreparedRun {
  readonly coordinator: Coordinator;
  readonly projectDirectory: string;
  readonly run: Run;
  readonly lease: RunLease;
  readonly ticks: WatchedTicks;
  readonly loop: RunLoopOptions;
  /** Aborts when the program has to stop, or when another coordinator has taken over the run. */
  readonly signal: AbortSignal;
  /** Writes a snapshot of the run and returns the path of its file. */
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

/** Writes the agent configuration and sets up the loop of a run whose lease is held. */
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
