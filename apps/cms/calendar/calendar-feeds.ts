import { CalendarFeedRepository, UserRepository } from '@galley/auth';
import type { CalendarEntry, DeadlineService } from '@galley/content';
import type { Database } from '@galley/database';
import { newSecret, sha256, type Clock } from '@galley/kernel';
import type { SiteSettings } from '@galley/settings';
import ical, { ICalCalendarMethod } from 'ical-generator';

/** The rest of the address is a secret: it must not reach logs or other sites. */
export const calendarFolder = '/__calendar/';

export interface CalendarFeedsOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly deadlines: Pick<DeadlineService, 'calendar'>;
  readonly settings: () => Pick<SiteSettings, 'title' | 'url'>;
  /** Without a slash at its end. */
  readonly adminAddress: () => Promise<string>;
}

const daysBefore = 31;
const daysAfter = 366;
const dayMs = 86_400_000;
const refreshSeconds = 15 * 60;
const verbs = { publish: 'Publish', unpublish: 'Unpublish', due: 'Due' } as const;

/** Secret addresses at which calendar programs read what their owner may read (ADD-CAL-4). */
export class CalendarFeeds {
  readonly #options: CalendarFeedsOptions;
  readonly #repository: CalendarFeedRepository;

  constructor(options: CalendarFeedsOptions) {
    this.#options = options;
    this.#repository = new CalendarFeedRepository(options.db);
  }

  createdAt(username: string): Promise<Date | null> {
    return this.#repository.createdAt(username);
  }

  /** The address before stops working. */
  async create(username: string): Promise<{ address: string; createdAt: Date }> {
    const token = newSecret();
    const createdAt = this.#options.clock.now();
    await this.#repository.save(username, sha256(token), createdAt);
    const admin = await this.#options.adminAddress();
    return { address: new URL(`${calendarFolder}${token}.ics`, admin).href, createdAt };
  }

  remove(username: string): Promise<void> {
    return this.#repository.remove(username);
  }

  /** iCalendar (RFC 5545); `undefined` for an unknown address and for an account that may not sign in. */
  async read(token: string): Promise<string | undefined> {
    const { db, clock, deadlines, settings } = this.#options;
    const username = await this.#repository.findUsername(sha256(token));
    const actor =
      username === undefined ? undefined : await new UserRepository(db).findActor(username);
    if (!actor) return undefined;
    const day = (days: number) =>
      new Date(clock.now().getTime() + days * dayMs).toISOString().slice(0, 10);
    const range = { from: day(-daysBefore), to: day(daysAfter) };
    const { entries } = await deadlines.calendar(actor, range);
    const { title, url } = settings();
    const calendar = ical({
      name: title,
      prodId: { company: 'Galley', product: 'Galley' },
      method: ICalCalendarMethod.PUBLISH,
      ttl: refreshSeconds,
    });
    const admin = await this.#options.adminAddress();
    const { host } = new URL(url);
    for (const entry of entries) calendar.createEvent(eventOf(entry, { admin, host, clock }));
    return calendar.toString();
  }
}

function eventOf(
  { kind, path, title, day, at, person }: CalendarEntry,
  { admin, host, clock }: { admin: string; host: string; clock: Clock },
) {
  const link = `${admin}/edit/${path.split('/').map(encodeURIComponent).join('/')}`;
  const start = at ?? new Date(`${day}T00:00:00Z`);
  return {
    // The same event for calendar programs when its time changes.
    id: `${sha256(`${kind} ${path}`).slice(0, 32)}@${host}`,
    summary: `${verbs[kind]}: ${title || path}`,
    description: person === null ? link : `${person}\n${link}`,
    url: link,
    start,
    allDay: at === null,
    end: at === null ? new Date(start.getTime() + dayMs) : start,
    stamp: clock.now(),
  };
}
