import { randomInt } from 'node:crypto';
import { mayRead, type ContentChangesReadModel, type DocumentEvent } from '@galley/content';
import type { HeldLock, OwnedDocument } from '@galley/content';
import { may, Ticker, type Actor, type Clock, type Logger } from '@galley/kernel';
import type { Patience, RunEvent, RunEventRepository } from '@galley/runcoord';

export interface LiveChange {
  readonly type: string;
  readonly at: Date;
  readonly path?: string | undefined;
  readonly actor?: string | undefined;
  readonly revision?: string | undefined;
  readonly status?: string | undefined;
  readonly lockExpiresAt?: Date | undefined;
}

export interface NumberedChange extends LiveChange {
  readonly id: number;
}

export interface FoundChanges {
  readonly changes: readonly NumberedChange[];
  /** Where to continue, even without changes. */
  readonly last: number;
}

interface AddressedChange extends NumberedChange {
  readonly isFor: (actor: Actor) => boolean;
}

interface Positions {
  readonly event: number;
  readonly notification: number;
  readonly proposal: number;
  readonly locks: ReadonlyMap<string, HeldLock>;
}

interface ChangeFeedOptions {
  readonly content: ContentChangesReadModel;
  readonly runEvents: RunEventRepository;
  readonly clock: Clock;
  readonly logger: Logger;
}

type NewChange = Omit<AddressedChange, 'id'>;

const maxKept = 2_000;
const idleMs = 60_000;

/**
 * Changes for everyone who follows, read from the database with a few statements for all of them, twice a second and
 * after each change made by this process; not at all while nobody follows. Ids are numbers of this process, so a client
 * that comes from another one, or back too late, is told to load everything again (`reset`). ADD-LIVE-1.
 */
export class ChangeFeed {
  readonly #options: ChangeFeedOptions;
  readonly #waiting = new Set<() => void>();
  /** `undefined` while nobody follows. */
  #positions: Promise<Positions> | undefined;
  #kept: AddressedChange[] = [];
  // A random start, so that another process has other ids.
  #last = randomInt(1_000_000_000_000, 100_000_000_000_000);
  /** All changes after this one are kept. */
  #keptAfter = this.#last;
  #askedAt = 0;

  readonly loop: Ticker;

  constructor(options: ChangeFeedOptions) {
    this.#options = options;
    const { clock, logger } = options;
    const run = (): Promise<void> => this.#look();
    this.loop = new Ticker({ id: 'change-feed', everyMs: 500, clock, logger, run });
  }

  /** The changes after this one that the actor may know; waits for the first one, as long as `patience` lasts. */
  async next(
    after: number | undefined,
    actor: () => Actor,
    { milliseconds, signal }: Patience,
  ): Promise<FoundChanges> {
    const { clock } = this.#options;
    this.#askedAt = clock.now().getTime();
    this.#positions ??= this.#start();
    await this.#positions;
    if (after === undefined || after < this.#keptAfter || after > this.#last)
      return {
        changes: [{ id: this.#last, type: 'reset', at: clock.now() }],
        last: this.#last,
      };
    const end = new AbortController();
    const over = AbortSignal.any([signal, end.signal]);
    void clock.sleep(milliseconds, over).then(() => end.abort());
    try {
      let last = after;
      for (;;) {
        const changes = this.#kept.filter(({ id, isFor }) => id > last && isFor(actor()));
        last = this.#last;
        if (changes.length > 0 || over.aborted || milliseconds === 0) return { changes, last };
        await this.#news(over);
      }
    } finally {
      end.abort();
    }
  }

  async #start(): Promise<Positions> {
    try {
      const { content, runEvents } = this.#options;
      const [event, notification, proposal, locks] = await Promise.all([
        content.lastEventId(),
        content.lastNotificationId(),
        runEvents.lastId(),
        this.#locks(),
      ]);
      return { event, notification, proposal, locks };
    } catch (error) {
      this.#positions = undefined;
      throw error;
    }
  }

  async #look(): Promise<void> {
    if (this.#positions === undefined) return;
    const now = this.#options.clock.now().getTime();
    if (this.#waiting.size === 0 && now - this.#askedAt > idleMs) {
      this.#forget();
      return;
    }
    const { content, runEvents } = this.#options;
    const before = await this.#positions;
    const [found, notified, proposals, locks] = await Promise.all([
      content.eventsAfter(before.event),
      content.notifiedAfter(before.notification),
      runEvents.listProposalsAfter(before.proposal),
      this.#locks(),
    ]);
    this.#positions = Promise.resolve({
      event: found.last,
      notification: notified.at(-1)?.id ?? before.notification,
      proposal: proposals.at(-1)?.id ?? before.proposal,
      locks,
    });
    this.#add([
      ...found.events.flatMap(documentChanges),
      ...this.#lockChanges(before.locks, locks),
      ...proposals.map(proposalChange),
      ...notified.map(({ username }) => this.#notificationChange(username)),
    ]);
  }

  async #locks(): Promise<ReadonlyMap<string, HeldLock>> {
    const held = await this.#options.content.heldLocks(this.#options.clock.now());
    return new Map(held.map((lock) => [lock.path, lock]));
  }

  /** Later callers with an id from before then load everything again. */
  #forget(): void {
    this.#positions = undefined;
    this.#kept = [];
    this.#last += 1;
    this.#keptAfter = this.#last;
  }

  #add(changes: readonly NewChange[]): void {
    if (changes.length === 0) return;
    this.#kept.push(...changes.map((change) => ({ ...change, id: (this.#last += 1) })));
    const surplus = this.#kept.splice(0, this.#kept.length - maxKept);
    this.#keptAfter = surplus.at(-1)?.id ?? this.#keptAfter;
    for (const wake of this.#waiting) wake();
  }

  async #news(over: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.add(resolve);
    over.addEventListener('abort', () => resolve(), { once: true });
    await promise;
    this.#waiting.delete(resolve);
  }

  #lockChanges(before: Positions['locks'], after: Positions['locks']): NewChange[] {
    const at = this.#options.clock.now();
    const changed = [...after.values()].filter((lock) => {
      const earlier = before.get(lock.path);
      return (
        earlier?.holder !== lock.holder || earlier.expiresAt.getTime() !== lock.expiresAt.getTime()
      );
    });
    const gone = [...before.values()].filter(({ path }) => !after.has(path));
    return [
      ...changed.map((lock) => lockChange('document.locked', lock, at)),
      ...gone.map((lock) => lockChange('document.unlocked', lock, at)),
    ];
  }

  #notificationChange(username: string): NewChange {
    const at = this.#options.clock.now();
    return { type: 'notification', at, isFor: (actor) => actor.username === username };
  }
}

function documentChanges({ event, owners }: DocumentEvent): NewChange[] {
  const { type, at, actor, subject, data } = event;
  if (type === 'media.uploaded')
    return [{ type, at, actor, isFor: (one) => may(one, 'media.read') }];
  if (type === 'build.finished') return [{ type, at, isFor: () => true }];
  if (!/^(document|comment)\./.test(type)) return [];
  const { revision, status, owner } = data as Readonly<Record<string, string | undefined>>;
  const { author, assignee } = owners ?? { author: owner ?? null, assignee: null };
  const isFor = readersOf(author, assignee);
  return [{ type, at, actor, path: subject, revision, status, isFor }];
}

function lockChange(type: string, lock: HeldLock, at: Date): NewChange {
  const { path, holder: actor, expiresAt, author, assignee } = lock;
  const isFor = readersOf(author, assignee);
  const until = type === 'document.locked' ? { lockExpiresAt: expiresAt } : {};
  return { type, at, path, actor, ...until, isFor };
}

function proposalChange({ type, at }: RunEvent): NewChange {
  return { type, at, isFor: (actor) => may(actor, 'runs.read') };
}

function readersOf(author: string | null, assignee: string | null): AddressedChange['isFor'] {
  const document: OwnedDocument = { metadata: { author }, editorial: { assignee } };
  return (actor) => mayRead(actor, document);
}
