import { defaultSandboxLimits, type SandboxLimits } from './sandbox/limits.ts';
import type { ExportGroup } from './sandbox/messages.ts';

/** What plugins may use, and when it is enough. Times are in milliseconds. */
export interface HostLimits extends SandboxLimits {
  /** For one call, with what it waits for. */
  readonly perCall: Readonly<Record<ExportGroup, number>>;
  /** A plugin that fails this often … */
  readonly failures: number;
  /** … within this time is switched off. */
  readonly window: number;
}

export const defaultHostLimits: HostLimits = {
  ...defaultSandboxLimits,
  // Readers wait for filters and blocks; what waits for the network has more time.
  perCall: { filters: 2_000, blocks: 2_000, hooks: 10_000, routes: 10_000, jobs: 60_000 },
  failures: 5,
  window: 60_000,
};
