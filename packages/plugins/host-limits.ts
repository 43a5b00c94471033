import { defaultSandboxLimits, type SandboxLimits } from './sandbox/limits.ts';
import type { ExportGroup } from './sandbox/messages.ts';

/** Resource limits of plugins. Times in milliseconds. */
export interface HostLimits extends SandboxLimits {
  /** Total time of a call, including waiting. */
  readonly perCall: Readonly<Record<ExportGroup, number>>;
  /** Number of failures … */
  readonly failures: number;
  /** … within this time that disables a plugin. */
  readonly window: number;
}

export const defaultHostLimits: HostLimits = {
  ...defaultSandboxLimits,
  // Visitors wait for filters and blocks; hooks, routes and jobs may wait for the network.
  perCall: { filters: 2_000, blocks: 2_000, hooks: 10_000, routes: 10_000, jobs: 60_000 },
  failures: 5,
  window: 60_000,
};
