import { DomainEventRepository } from '@galley/database';
import { may, systemActor, Ticker, type Actor, type Logger } from '@galley/kernel';
import { dayIn } from '@galley/settings';
import { contentProblems } from '../../document/problems.ts';
import { deadlineEvent, placeData } from '../../store/document-events.ts';
import type { ContentServiceOptions } from '../content-service.ts';
import { requireReadable } from '../document-access.ts';
import { CalendarReadModel, type CalendarEntry } from './calendar-read-model.ts';
import { DeadlineRepository, type Deadline, type Reminder } from './deadline-repository.ts';

export interface DeadlineServiceOptions extends ContentServiceOptions {
  readonly logger: Logger;
}

/** Days as `YYYY-MM-DD` in the time zone of the site, both included. */
export interface CalendarRange {
  readonly from: string;
  readonly to: string;
}

export interface Calendar {
  /** Today in the time zone of the site. */
  readonly today: string;
  /** Earliest first. */
  readonly entries: readonly CalendarEntry[];
}

export const maxCalendarEntries = 1_000;
const remindersEveryMs = 60_000;
const batch = 100;
const dayMs = 86_400_000;

/** Deadlines change neither text, revision nor approval of a document (ADD-CAL-1 to ADD-CAL-3). */
export class DeadlineService {
  readonly #options: DeadlineServiceOptions;

  /** Sends reminders. Several processes may run it. */
  readonly loop: Ticker;

  constructor(options: DeadlineServiceOptions) {
    this.#options = options;
    const { clock, logger } = options;
    const run = (): Promise<unknown> => this.remind();
    this.loop = new Ticker({
      id: 'deadline-reminders',
      everyMs: remindersEveryMs,
      clock,
      logger,
      run,
    });
  }

  /** @throws `invalid_path`, `not_found` */
  async find(actor: Actor, path: string): Promise<Deadline | undefined> {
    const { db } = this.#options;
    const { indexed } = await this.#options.store.get(path);
    requireReadable(actor, indexed);
    return new DeadlineRepository(db).find(indexed.documentId);
  }

  /**
   * Null removes the deadline.
   * @throws `invalid_path`, `not_found`, `forbidden`
   */
  async set(actor: Actor, path: string, dueOn: string | null): Promise<Deadline | undefined> {
    return this.#options.store.open(path, async ({ connection, indexed, now }) => {
      requireReadable(actor, indexed);
      if (!may(actor, 'documents.assign'))
        throw contentProblems.forbidden(
          `Your role (${actor.role}) cannot set deadlines; this requires documents.assign.`,
        );
      const { documentId } = indexed;
      const before = await new DeadlineRepository(connection).find(documentId);
      if ((before?.dueOn ?? null) === dueOn) return before;
      const after = dueOn === null ? undefined : { dueOn, setBy: actor.username, setAt: now };
      await connection.transaction().execute(async (transaction) => {
        const deadlines = new DeadlineRepository(transaction);
        await (after ? deadlines.save({ documentId, ...after }) : deadlines.remove(documentId));
        const event = deadlineEvent({
          type: 'document.deadline_set',
          document: placeData(documentId, indexed),
          dueOn,
          actor: actor.username,
          at: now,
        });
        await new DomainEventRepository(transaction).append([event]);
      });
      return after;
    });
  }

  /** Deadlines and scheduled actions of documents that the actor may read. */
  async calendar(actor: Actor, range: CalendarRange): Promise<Calendar> {
    const { db, clock, settings } = this.#options;
    const { timeZone } = settings();
    const today = dayIn(timeZone, clock.now());
    const query = { ...range, timeZone, today, limit: maxCalendarEntries };
    return { today, entries: await new CalendarReadModel(db).list(actor, query) };
  }

  /** Returns the number of reminders. Each is sent once for a day, also when several servers run (ADD-CAL-3). */
  async remind(): Promise<number> {
    const { clock, settings } = this.#options;
    const { timeZone } = settings();
    const now = clock.now();
    const dayAfter = (days: number) => dayIn(timeZone, new Date(now.getTime() + days * dayMs));
    const overdue = await this.#remind('overdue', dayAfter(-1), now);
    return overdue + (await this.#remind('due_soon', dayAfter(1), now));
  }

  async #remind(reminder: Reminder, upTo: string, at: Date): Promise<number> {
    const { db } = this.#options;
    let sent = 0;
    for (;;) {
      const taken = await db.transaction().execute(async (transaction) => {
        const due = await new DeadlineRepository(transaction).takeReminders(reminder, {
          upTo,
          limit: batch,
        });
        const type = `document.${reminder}` as const;
        const actor = systemActor.username;
        const events = due.map((one) => deadlineEvent({ type, actor, at, ...one }));
        if (events.length > 0) await new DomainEventRepository(transaction).append(events);
        return due.length;
      });
      sent += taken;
      if (taken < batch) return sent;
    }
  }
}
