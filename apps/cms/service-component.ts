import type { MetricsSource } from '@galley/http';
import type { Ticker } from '@galley/kernel';

/** `compose.ts` collects it from all nouns. */
export interface ServiceComponent {
  /** Loops that run while the server answers requests; stopped in reverse order. */
  readonly jobs?: readonly Ticker[];
  /** Further jobs, which a change made here wakes. */
  readonly eventConsumers?: readonly Ticker[];
  /** Deletes expired data every ten minutes; the key is the name in the log. Each returns the number of deletions. */
  readonly cleanupTasks?: Readonly<Record<string, () => Promise<number>>>;
  readonly health?: Readonly<Record<string, HealthCheck>>;
  readonly metrics?: readonly MetricsSource[];
}

export interface HealthCheck {
  /** Rejects on a failure. */
  readonly check: () => Promise<void>;
  /** The error shown by probes; never contains a path of the host. */
  readonly fault: string;
  /** Hides the check while it passes. */
  readonly isHiddenWhenWell?: boolean;
}
