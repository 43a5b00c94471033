import { defaultSandboxLimits, type SandboxLimits } from './sandbox/limits.ts';
import type { ExportGroup } from './sandbox/messages.ts';

/** Times in milliseconds. */
export interface HostLimits extends SandboxLimits {
  /** Including waiting. */
  readonly perCall: Readonly<Record<ExportGroup, number>>;
  /** This many failures … */
  readonly failures: number;
  /** … within this time disable a plugin. */
  readonly window: number;
}

export const defaultHostLimits: HostLimits = {
  ...defaultSandboxLimits,
  // Visitors wait for filters and blocks; hooks, routes and jobs may wait for the network.
  // A check also holds the lock of its document.
  perCall: {
    filters: 2_000,
    blocks: 2_000,
    checks: 2_000,
    validators: 2_000,
    endpoints: 5_000,
    hooks: 10_000,
    routes: 10_000,
    jobs: 60_000,
  },
  failures: 5,
  window: 60_000,
};
