import {
  DomainEventRepository,
  EventCursorRepository,
  tryWithAdvisoryLock,
  type Database,
} from '@galley/database';
import {
  Ticker,
  type Clock,
  integrationData,
  integrationEventOf,
  type DomainEvent,
  type IntegrationEvent,
  type Logger,
} from '@galley/kernel';
import type { Json, PluginHost } from '@galley/plugins';
import type { OnBehalfOf, PluginCallers } from './calling-people.ts';
import { isPluginActor } from './plugin-actor.ts';

export interface PluginEventsOptions {
  readonly db: Database;
  readonly host: Pick<PluginHost, 'has' | 'notify'>;
  readonly people: PluginCallers;
  readonly clock: Clock;
  readonly logger: Logger;
}

const consumer = 'plugins';
const batch = 100;

/**
 * Delivers events to plugins in order, in one process at a time. The cursor is stored after each event, so that a crash
 * repeats at most the event in progress. No transaction stays open during delivery, since a plugin may be slow. Events
 * caused by plugins are not delivered: two plugins answering each other's changes would loop forever.
 */
export class PluginEvents {
  readonly #options: PluginEventsOptions;
  readonly #cursors: EventCursorRepository;
  #isEnrolled = false;

  readonly loop: Ticker;

  constructor(options: PluginEventsOptions) {
    this.#options = options;
    this.#cursors = new EventCursorRepository(options.db);
    const { clock, logger } = options;
    const run = (signal: AbortSignal): Promise<void> => this.catchUp(signal);
    this.loop = new Ticker({ id: 'plugin-events', everyMs: 1_000, clock, logger, run });
  }

  /** Delivers all pending events, unless another process is doing so. */
  async catchUp(signal?: AbortSignal): Promise<void> {
    if (!this.#isEnrolled) await this.#cursors.enrol(consumer);
    this.#isEnrolled = true;
    if ((await this.#cursors.behind(consumer)) === undefined) return;
    await tryWithAdvisoryLock(this.#options.db, 'what plugins are told', async (connection) => {
      while (!signal?.aborted && (await this.#deliverBatch(connection, signal)) === batch);
    });
  }

  async #deliverBatch(connection: Database, signal?: AbortSignal): Promise<number> {
    const cursors = new EventCursorRepository(connection);
    const readId = await cursors.behind(consumer);
    if (readId === undefined) return 0;
    const events = await new DomainEventRepository(connection).listAfter(readId, batch);
    for (const event of events) {
      const hook = this.#hookFor(event);
      if (hook === undefined) continue;
      const { host, people } = this.#options;
      const occasion = { onBehalfOf: peopleOf(event) };
      await people.on(occasion, () => host.notify(hook, toPluginEvent(event)));
      await cursors.move(consumer, event.id);
      if (signal?.aborted) return 0;
    }
    const last = events.at(-1);
    if (last) await cursors.move(consumer, last.id);
    return events.length;
  }

  #hookFor(event: DomainEvent): IntegrationEvent | undefined {
    const hook = integrationEventOf(event);
    return hook !== undefined && this.#options.host.has(hook) && !isPluginActor(event.actor)
      ? hook
      : undefined;
  }
}

function toPluginEvent(event: DomainEvent): Json {
  const data = integrationData(event) as Readonly<Record<string, Json>>;
  return { ...data, event: event.type, at: event.at.toISOString() };
}

/** The people behind an event; null for an agent without a known person. */
function peopleOf({ actor, data: { on_behalf_of: given } }: DomainEvent): OnBehalfOf {
  if (given === null || (given === undefined && actor.includes(':'))) return null;
  return [actor, ...((given ?? []) as readonly string[])];
}
