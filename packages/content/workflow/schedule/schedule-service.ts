import { DomainEventRepository, type Database } from '@galley/database';
import { decideDue, type DueStep } from '@galley/editorial';
import { DomainError, reach, systemActor, type Actor, type Logger } from '@galley/kernel';
import { composeChange } from '../compose-change.ts';
import type { ContentServiceOptions } from '../content-service.ts';
import { scheduleMissed } from '../../store/document-events.ts';
import { DocumentRepository } from '../../store/document-repository.ts';
import type { IndexedDocument } from '../../document/document.ts';
import { EditorialEventRepository } from '../../store/editorial-event-repository.ts';
import { HistoryReadModel } from '../../history/history-read-model.ts';
import { ProjectFactsRepository } from '../../store/project-facts-repository.ts';
import { placeOf } from '../../document/read-document.ts';
import { readableText } from '../../document/readable-text.ts';
import type { Settled } from '../../store/settled.ts';
import { MissedScheduleRepository } from './missed-schedule-repository.ts';
import { ScheduleReadModel, type ListedAct, type PlannedAct } from './schedule-read-model.ts';

export interface ScheduleServiceOptions extends ContentServiceOptions {
  readonly logger: Logger;
}

/** How the clock stands. */
export interface ScheduleState {
  readonly nextDueAt: Date | null;
  /** When something was published or hidden by the clock last. */
  readonly lastRunAt: Date | null;
  readonly overdue: number;
}

export interface ScheduleReport {
  /** What is planned for documents that the actor may read, the earliest first. */
  readonly acts: readonly ListedAct[];
  /** Of those acts. */
  readonly nextDueAt: Date | null;
  /** When the clock did something last, with whatever document: null for actors who may not read every one. */
  readonly lastRunAt: Date | null;
}

interface Situation {
  readonly connection: Database;
  readonly found: Settled;
  readonly planned: PlannedAct;
  readonly now: Date;
}

/** `void`: there was nothing to do any more, or it is no document by now. */
type Result = 'done' | 'missed' | 'void';

const batch = 100;
const mostListed = 200;
const retryMilliseconds = 60_000;
export const lastRunFact = 'schedule.last_run_at';

/**
 * Publishes documents and takes them off the public when their time has come (GAP-SCHED-1). Any number of processes may
 * do so side by side: each act is decided under the document's lock, from the document as it is then.
 */
export class ScheduleService {
  readonly #options: ScheduleServiceOptions;

  constructor(options: ScheduleServiceOptions) {
    this.#options = options;
  }

  async report(actor: Actor): Promise<ScheduleReport> {
    const { db } = this.#options;
    const acts = await new ScheduleReadModel(db).list(actor, mostListed);
    const lastRunAt = reach(actor, 'documents.read') === 'all' ? await this.#lastRunAt() : null;
    return { acts, nextDueAt: acts[0]?.dueAt ?? null, lastRunAt };
  }

  /** How the clock stands, of all documents. */
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

  /** Does all that is due, and returns how many acts that were. What fails is noted, and tried again in a minute. */
  async runDue(signal?: AbortSignal): Promise<number> {
    const { db, clock } = this.#options;
    const counts = { done: 0, missed: 0, void: 0 };
    for (;;) {
      const now = clock.now();
      const retriedSince = new Date(now.getTime() - retryMilliseconds);
      const due = await new ScheduleReadModel(db).listDue(now, { limit: batch, retriedSince });
      const before = counts.void;
      for (const act of due) {
        if (signal?.aborted) return counts.done;
        counts[await this.#run(act)] += 1;
      }
      // Acts that came to nothing are listed again; where there are no others, the next look is soon enough.
      if (due.length < batch || counts.void - before === due.length) return counts.done;
    }
  }

  /** Forgets what was missed of plans that are no longer; returns how many there were. */
  removeOutdated(): Promise<number> {
    return new MissedScheduleRepository(this.#options.db).removeOutdated();
  }

  async #run(planned: PlannedAct): Promise<Result> {
    const { clock, locks, reconciler, settings } = this.#options;
    const place = placeOf(planned.path, settings());
    if (!place) return 'void';
    return locks.hold(planned.path, async (connection) => {
      const found = await reconciler.settle(connection, place);
      const now = clock.now();
      const outcome = found && this.#decide(planned, found.indexed, now);
      if (!outcome) return 'void';
      const situation = { connection, found, planned, now };
      const reason =
        'missed' in outcome ? outcome.missed : await this.#take(situation, outcome.step);
      if (reason === undefined) return 'done';
      await this.#miss(situation, reason);
      return 'missed';
    });
  }

  #decide({ act }: PlannedAct, document: IndexedDocument, now: Date) {
    const { requireApproval } = this.#options.settings().editorial;
    return decideDue({ act, document, now, requireApproval });
  }

  /** Why it could not be done; undefined when it is. */
  async #take(situation: Situation, step: DueStep): Promise<string | undefined> {
    const { connection, found, planned, now } = situation;
    const { logger } = this.#options;
    const { path, act } = planned;
    try {
      await this.#keep(situation, step);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      logger.error(`a document could not be ${act}ed as scheduled`, { path, error: message });
      const indexed = await new DocumentRepository(connection).find(path);
      // Its rows may be kept all the same, and its file follows.
      if (indexed && this.#decide(planned, indexed, now))
        return error instanceof DomainError ? message : 'of an error that the server’s log has';
    }
    logger.info(step.message, { path, title: found.indexed.metadata.title });
    return undefined;
  }

  async #keep({ connection, found, planned, now }: Situation, step: DueStep): Promise<void> {
    const { maxBytes, reconciler, settings } = this.#options;
    const { indexed, current } = found;
    const { documentId, place } = indexed;
    const events = await new EditorialEventRepository(connection).list(documentId);
    const [last] = await new HistoryReadModel(connection).list(documentId, { limit: 1 });
    const change = composeChange(
      { indexed, events },
      {
        ...step,
        text: readableText(current),
        kind: 'status',
        author: systemActor.username,
        // The plan is theirs who brought the document to where it stands.
        onBehalfOf: last?.onBehalfOf ? [last.author, ...last.onBehalfOf] : null,
        at: now,
        alongside: async (transaction) => {
          await new MissedScheduleRepository(transaction).remove(documentId, planned.act);
          await new ProjectFactsRepository(transaction).set(lastRunFact, now.toISOString());
        },
      },
      { place, maxBytes, settings: settings() },
    );
    if (!(await reconciler.apply(connection, indexed, change)))
      throw new Error('the document was changed past its lock');
  }

  /** Notes it, and tells of it once. */
  async #miss({ connection, found, planned, now }: Situation, reason: string): Promise<void> {
    const { act, dueAt, path } = planned;
    const { indexed } = found;
    const { documentId } = indexed;
    const isNews = await connection.transaction().execute(async (transaction) => {
      const missed = { documentId, act, dueAt, reason, now };
      if (!(await new MissedScheduleRepository(transaction).note(missed))) return false;
      const event = scheduleMissed({ indexed, act, dueAt, reason, at: now });
      await new DomainEventRepository(transaction).append([event]);
      return true;
    });
    if (isNews)
      this.#options.logger.warn(`a document was not ${act}ed as scheduled`, { path, reason });
  }
}
