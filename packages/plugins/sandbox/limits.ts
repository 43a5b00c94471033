/** Resource limits of a plugin. Text sizes in characters. */
export interface SandboxLimits {
  /** Bytes of memory. */
  readonly memory: number;
  /** Bytes of stack. */
  readonly stack: number;
  /** Milliseconds to load the module. */
  readonly start: number;
  /** Milliseconds of uninterrupted execution. */
  readonly stretch: number;
  /** Characters of an exchanged value. */
  readonly crossing: number;
  /** Pending calls of Galley functions. */
  readonly grants: number;
  /** Running calls of Galley functions; each may hold a database connection. */
  readonly grantsAtOnce: number;
  /** Calls of Galley functions per second; more are queued. */
  readonly grantsPerSecond: number;
  /** Running and queued calls of the plugin. */
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
