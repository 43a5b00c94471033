/** Text sizes in characters. */
export interface SandboxLimits {
  /** Bytes, as `stack`. */
  readonly memory: number;
  readonly stack: number;
  /** Milliseconds to load the module. */
  readonly start: number;
  /** Milliseconds of uninterrupted execution. */
  readonly stretch: number;
  /** Characters of an exchanged value. */
  readonly crossing: number;
  readonly grants: number;
  /** Each running call may hold a database connection. */
  readonly grantsAtOnce: number;
  /** More calls are queued. */
  readonly grantsPerSecond: number;
  readonly calls: number;
  readonly lines: number;
  readonly line: number;
}

export const defaultSandboxLimits: SandboxLimits = {
  memory: 64 * 1024 * 1024,
  stack: 512 * 1024,
  start: 5_000,
  stretch: 2_000,
  crossing: 8 * 1024 * 1024,
  grants: 32,
  grantsAtOnce: 4,
  grantsPerSecond: 200,
  calls: 500,
  lines: 50,
  line: 2_000,
};
