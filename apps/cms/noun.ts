import type { MetricsSource } from '@galley/http';
import type { Ticker } from '@galley/kernel';

/**
 * What the `compose` of a noun returns beside the services of its operations. `compose.ts` collects it from all nouns,
 * so that a job, a check or a metric is added in the folder of its noun alone.
 */
export interface Noun {
  /** Loops that run while the server answers requests; they are stopped in the reverse order. */
  readonly jobs?: readonly Ticker[];
  /** Deletes what has expired, every ten minutes; by what it is called in the log. Each returns how much it deleted. */
  readonly expiries?: Readonly<Record<string, () => Promise<number>>>;
  /** Checks of `/__health`, by name. */
  readonly health?: Readonly<Record<string, HealthCheck>>;
  readonly metrics?: readonly MetricsSource[];
}

export interface HealthCheck {
  /** Rejects when something is wrong. */
  readonly check: () => Promise<void>;
  /** What probes are told then: never a path of the host. */
  readonly fault: string;
  /** The check is left out of the answer while all is well. */
  readonly isHiddenWhenWell?: boolean;
}
