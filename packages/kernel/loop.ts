/**
 * The one shape of everything that runs for long (scheduler, indexer, builder, coordinator, supervisor).
 * `start` takes up work until `signal` aborts; `stopped` resolves when all of it is finished or handed back.
 */
export interface Loop {
  start(signal: AbortSignal): void;
  readonly stopped: Promise<void>;
}
