import { DomainError, type Logger } from '@galley/kernel';
import type { AuditNote, CallRecord } from './auditing.ts';
import type { Exchange } from './exchange.ts';
import { toInternalProblem } from './problem-response.ts';

export type Outcome<T> =
  | { readonly target: string; readonly result: T; readonly problem?: undefined }
  | { readonly target: string; readonly result?: undefined; readonly problem: DomainError };

/** `note` adds to the audit entry of the target. */
export type TargetTask<T> = (target: string, note: (entry: AuditNote) => void) => Promise<T>;

export interface EachOptions {
  readonly logger: Logger;
  readonly isUnavailable: (error: unknown) => boolean;
}

/**
 * Each target is recorded before the next begins. A failing one does not stop the others; a defect becomes `internal`.
 * Throws only when the database is unavailable.
 */
export class EachTarget {
  readonly #record: CallRecord;
  readonly #exchange: Exchange;
  readonly #options: EachOptions;

  constructor(record: CallRecord, exchange: Exchange, options: EachOptions) {
    this.#record = record;
    this.#exchange = exchange;
    this.#options = options;
  }

  async do<T>(targets: readonly string[], work: TargetTask<T>): Promise<Outcome<T>[]> {
    const outcomes: Outcome<T>[] = [];
    for (const target of targets) outcomes.push(await this.#attempt(target, work));
    return outcomes;
  }

  async #attempt<T>(target: string, work: TargetTask<T>): Promise<Outcome<T>> {
    const { logger, isUnavailable } = this.#options;
    const part = this.#record.forTarget(target);
    try {
      const result = await part.run(undefined, () => work(target, (entry) => part.note(entry)));
      return { target, result };
    } catch (error) {
      if (error instanceof DomainError) return { target, problem: error };
      if (isUnavailable(error)) throw error;
      return { target, problem: toInternalProblem(error, this.#exchange, logger) };
    }
  }
}
