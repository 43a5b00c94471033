import { DomainError, type Logger } from '@galley/kernel';
import type { AuditNote, CallRecord } from './auditing.ts';
import type { Exchange } from './exchange.ts';
import { defect } from './problem-response.ts';

/** What came of one of several things that a call does. */
export type Outcome<T> =
  | { readonly target: string; readonly result: T; readonly problem?: undefined }
  | { readonly target: string; readonly result?: undefined; readonly problem: DomainError };

/** Does something to one target, and may note what is to be recorded of it. */
export type TargetWork<T> = (target: string, note: (entry: AuditNote) => void) => Promise<T>;

export interface EachOptions {
  readonly logger: Logger;
  /** Recognises that the database is away: then there is no use in going on. */
  readonly isUnavailable: (error: unknown) => boolean;
}

/**
 * What a call does to several targets, one after the other in their order. Each is recorded by itself, before the
 * next is begun, as if it had been called alone; one that fails stops no other, and a defect is logged and told as
 * `internal`. Throws only when the database is away: what was done by then stands, and is recorded.
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

  async do<T>(targets: readonly string[], work: TargetWork<T>): Promise<Outcome<T>[]> {
    const outcomes: Outcome<T>[] = [];
    for (const target of targets) outcomes.push(await this.#attempt(target, work));
    return outcomes;
  }

  async #attempt<T>(target: string, work: TargetWork<T>): Promise<Outcome<T>> {
    const { logger, isUnavailable } = this.#options;
    const part = this.#record.part(target);
    try {
      const result = await part.around(undefined, () => work(target, (entry) => part.note(entry)));
      return { target, result };
    } catch (error) {
      if (error instanceof DomainError) return { target, problem: error };
      if (isUnavailable(error)) throw error;
      return { target, problem: defect(error, this.#exchange, logger) };
    }
  }
}
