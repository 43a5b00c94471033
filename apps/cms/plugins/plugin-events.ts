import {
  DomainEventRepository,
  EventCursorRepository,
  withFreeAdvisoryLock,
  type Database,
} from '@galley/database';
import {
  Ticker,
  type Clock,
  type DomainEvent,
  type DomainEventType,
  type Logger,
} from '@galley/kernel';
import type { EventName, Json, PluginHost } from '@galley/plugins';
import type { BehalfOf, CallingPeople } from './calling-people.ts';
import { isPluginActor } from './plugin-actor.ts';

export interface PluginEventsOptions {
  readonly db: Database;
  readonly host: Pick<PluginHost, 'has' | 'notify'>;
  readonly people: CallingPeople;
  readonly clock: Clock;
  readonly logger: Logger;
}

const consumer = 'plugins';
const batch = 100;

const hooks: Readonly<Partial<Record<DomainEventType, EventName>>> = {
  'document.created': 'document.saved',
  'document.updated': 'document.saved',
  'document.restored': 'document.saved',
  'document.status_changed': 'document.status_changed',
  'document.published': 'document.published',
  'media.uploaded': 'media.uploaded',
  'build.finished': 'build.finished',
};

/**
 * Tells plugins what happened, in the order in which it did, from one process of all. How far it has come is kept after
 * each event, so that after a crash the one that was being told, and no other, is told again. It is no transaction that
 * is open meanwhile: a plugin may take its time.
 *
 * What plugins did themselves is told to none: two that answer each other's changes would never end.
 */
export class PluginEvents {
  readonly #options: PluginEventsOptions;
  readonly #cursors: EventCursorRepository;
  #isEnrolled = false;

  /** To be started beside the server. */
  readonly loop: Ticker;

  constructor(options: PluginEventsOptions) {
    this.#options = options;
    this.#cursors = new EventCursorRepository(options.db);
    const { clock, logger } = options;
    const run = (signal: AbortSignal): Promise<void> => this.catchUp(signal);
    this.loop = new Ticker({ id: 'plugin-events', everyMs: 1_000, clock, logger, run });
  }

  /** Tells of everything that there is, unless another process is at it. */
  async catchUp(signal?: AbortSignal): Promise<void> {
    if (!this.#isEnrolled) await this.#cursors.enrol(consumer);
    this.#isEnrolled = true;
    if (!(await this.#cursors.isBehind(consumer))) return;
    await withFreeAdvisoryLock(this.#options.db, 'what plugins are told', async (connection) => {
      while (!signal?.aborted && (await this.#tellBatch(connection, signal)) === batch);
    });
  }

  async #tellBatch(connection: Database, signal?: AbortSignal): Promise<number> {
    const cursors = new EventCursorRepository(connection);
    const lastId = (await cursors.take(consumer)) ?? 0;
    const events = await new DomainEventRepository(connection).listAfter(lastId, batch);
    for (const event of events) {
      const hook = this.#hookFor(event);
      if (hook === undefined) continue;
      const { host, people } = this.#options;
      const occasion = { onBehalfOf: peopleOf(event) };
      await people.on(occasion, () => host.notify(hook, toldOf(event)));
      await cursors.move(consumer, event.id);
      if (signal?.aborted) return 0;
    }
    const last = events.at(-1);
    if (last) await cursors.move(consumer, last.id);
    return events.length;
  }

  #hookFor({ type, actor }: DomainEvent): EventName | undefined {
    const hook = hooks[type];
    return hook !== undefined && this.#options.host.has(hook) && !isPluginActor(actor)
      ? hook
      : undefined;
  }
}

/** What a plugin hears of an event; `event_id` is another for each. */
function toldOf({ id, type, at, actor, data }: DomainEvent): Json {
  const { document_id: _own, on_behalf_of: _people, ...told } = data;
  const common = { event_id: id, event: type, at: at.toISOString(), actor };
  return { ...(told as Readonly<Record<string, Json>>), ...common };
}

/** Whose event it is; null for an agent's whose person is not on record. */
function peopleOf({ actor, data: { on_behalf_of: given } }: DomainEvent): BehalfOf {
  if (given === null || (given === undefined && actor.includes(':'))) return null;
  return [actor, ...((given ?? []) as readonly string[])];
}
