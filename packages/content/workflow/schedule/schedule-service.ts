import { DomainEventRepository } from '@galley/database';
import { decideDue, type DueStep } from '@galley/editorial';
import { DomainError, reach, systemActor, type Actor, type Logger } from '@galley/kernel';
import type { Step } from '../compose-change.ts';
import type { ContentServiceOptions } from '../content-service.ts';
import { scheduleMissed } from '../../store/document-events.ts';
import type { OpenDocument } from '../document-store.ts';
import { HistoryReadModel } from '../../history/history-read-model.ts';
import { ProjectFactsRepository } from '../../store/project-facts-repository.ts';
import { requireReadableText } from '../../document/readable-text.ts';
import { MissedScheduleRepository } from './missed-schedule-repository.ts';
import { ScheduleReadModel, type ListedAct, type ScheduledAction } from './schedule-read-model.ts';

export interface ScheduleServiceOptions extends ContentServiceOptions {
  readonly logger: Logger;
}

export interface ScheduleState {
  readonly nextDueAt: Date | null;
  readonly lastRunAt: Date | null;
  readonly overdue: number;
}

export interface ScheduleReport {
  /** Actions on documents that the actor may read, earliest first. */
  readonly acts: readonly ListedAct[];
  /** Earliest time of these actions. */
  readonly nextDueAt: Date | null;
  /** On any document: null for actors who may not read all. */
  readonly lastRunAt: Date | null;
}

/** `void`: no longer needed, or no longer a document. */
type Result = 'done' | 'missed' | 'void';

const batch = 100;
const maxListed = 200;
const retryMs = 60_000;
export const lastRunFact = 'schedule.last_run_at';

/** Several processes may run it: each action is decided under the document's lock (GAP-SCHED-1). */
export class ScheduleService {
  readonly #options: ScheduleServiceOptions;

  constructor(options: ScheduleServiceOptions) {
    this.#options = options;
  }

  async report(actor: Actor): Promise<ScheduleReport> {
    const { db } = this.#options;
    const acts = await new ScheduleReadModel(db).list(actor, maxListed);
    const lastRunAt = reach(actor, 'documents.read') === 'all' ? await this.#lastRunAt() : null;
    return { acts, nextDueAt: acts[0]?.dueAt ?? null, lastRunAt };
  }

  async state(now: Date): Promise<ScheduleState> {
    const { db } = this.#options;
    const plans = new ScheduleReadModel(db);
    return {
      nextDueAt: await plans.nextDueAt(),
      lastRunAt: await this.#lastRunAt(),
      overdue: await plans.countOverdue(now),
    };
  }

  async #lastRunAt(): Promise<Date | null> {
    const lastRun = await new ProjectFactsRepository(this.#options.db).find(lastRunFact);
    return typeof lastRun === 'string' ? new Date(lastRun) : null;
  }

  /** Returns the number of actions. Failures are recorded and retried after a minute. */
  async runDue(signal?: AbortSignal): Promise<number> {
    const { db, clock } = this.#options;
    const counts = { done: 0, missed: 0, void: 0 };
    for (;;) {
      const now = clock.now();
      const retriedSince = new Date(now.getTime() - retryMs);
      const due = await new ScheduleReadModel(db).listDue(now, { limit: batch, retriedSince });
      const before = counts.void;
      for (const act of due) {
        if (signal?.aborted) return counts.done;
        counts[await this.#run(act)] += 1;
      }
      // Void actions are listed again; when only those remain, the next run handles them.
      if (due.length < batch || counts.void - before === due.length) return counts.done;
    }
  }

  removeOutdated(): Promise<number> {
    return new MissedScheduleRepository(this.#options.db).removeOutdated();
  }

  async #run(planned: ScheduledAction): Promise<Result> {
    const { logger, store } = this.#options;
    const { path } = planned;
    let isMissed = false;
    try {
      const changed = await store.tryChange(systemActor, path, async (document) => {
        const outcome = this.#decide(planned, document);
        if (!outcome) return undefined;
        if ('step' in outcome) return stepOf(document, planned, outcome.step);
        isMissed = true;
        await this.#miss(document, planned, outcome.missed);
        return undefined;
      });
      if (!changed?.change) return isMissed ? 'missed' : 'void';
      logger.info(changed.change.message, { path, title: changed.indexed.metadata.title });
      return 'done';
    } catch (error) {
      return this.#fail(planned, error);
    }
  }

  #decide({ act }: ScheduledAction, { indexed: document, now }: OpenDocument) {
    const { requireApproval } = this.#options.settings().editorial;
    return decideDue({ act, document, now, requireApproval });
  }

  /** Does nothing when the rows were committed: then only the file is outstanding. */
  async #fail(planned: ScheduledAction, error: unknown): Promise<Result> {
    const { logger, store } = this.#options;
    const { path, act } = planned;
    const message = error instanceof Error ? error.message : String(error);
    logger.error(`scheduled ${act} failed`, { path, error: message });
    const reason =
      error instanceof DomainError ? message : 'an internal error; see the server’s log';
    const result = await store.tryOpen(path, async (document): Promise<Result> => {
      if (!this.#decide(planned, document)) return 'done';
      await this.#miss(document, planned, reason);
      return 'missed';
    });
    return result ?? 'void';
  }

  /** Emits the event once. */
  async #miss(
    { connection, indexed, now }: OpenDocument,
    { act, dueAt, path }: ScheduledAction,
    reason: string,
  ): Promise<void> {
    const { documentId } = indexed;
    const isNews = await connection.transaction().execute(async (transaction) => {
      const missed = { documentId, act, dueAt, reason, now };
      if (!(await new MissedScheduleRepository(transaction).note(missed))) return false;
      const event = scheduleMissed({ indexed, act, dueAt, reason, at: now });
      await new DomainEventRepository(transaction).append([event]);
      return true;
    });
    if (isNews) this.#options.logger.warn(`missed a scheduled ${act}`, { path, reason });
  }
}

async function stepOf(
  { connection, indexed, current, now }: OpenDocument,
  { act }: ScheduledAction,
  step: DueStep,
): Promise<Step> {
  const { documentId } = indexed;
  const [last] = await new HistoryReadModel(connection).list(documentId, { limit: 1 });
  return {
    ...step,
    text: requireReadableText(current),
    kind: 'status',
    // On behalf of the newest entry's author, and of those they acted for.
    onBehalfOf: last?.onBehalfOf ? [last.author, ...last.onBehalfOf] : null,
    writes: [
      new MissedScheduleRepository(connection).removal(documentId, act),
      new ProjectFactsRepository(connection).setting(lastRunFact, now.toISOString()),
    ],
  };
}
