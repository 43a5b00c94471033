/** What a plugin may use. Sizes of text are in characters, since text is what crosses its border. */
export interface SandboxLimits {
  /** Bytes of memory for all that the plugin holds. */
  readonly memory: number;
  /** Bytes of stack: how deep its functions may call each other. */
  readonly stack: number;
  /** Milliseconds until its module has to be loaded. */
  readonly start: number;
  /** Milliseconds that it may run without pausing for something that it waits for. */
  readonly stretch: number;
  /** Characters of a value that goes in or comes out. */
  readonly crossing: number;
  /** Functions of Galley that it may be waiting for at the same time. */
  readonly grants: number;
  /** Of these, under way at the same time; each can hold a connection to the database. */
  readonly grantsAtOnce: number;
  /** Functions of Galley that it may call in a second; more wait. */
  readonly grantsPerSecond: number;
  /** Calls of it that may be under way or waiting at the same time. */
  readonly calls: number;
  /** Lines that it may write to the log in a second. */
  readonly lines: number;
  /** Characters of one line. */
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
