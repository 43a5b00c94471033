import { UserRepository } from '@galley/auth';
import { NotificationService, Notifier, type Audience } from '@galley/content';
import { DomainEventRepository, EventConsumer, type Database } from '@galley/database';
import type { Clock, Logger } from '@galley/kernel';

const eventLifetime = 90 * 86_400_000;

export interface EventsEnvironment {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** What follows the stream of events, and what becomes of it. */
export function composeEvents({ db, clock, logger }: EventsEnvironment) {
  const notifications = new NotificationService({ db, clock });
  const notifier = new Notifier({ audience: audienceIn });
  const events = new DomainEventRepository(db);
  return {
    notifications,
    loops: {
      notifications: new EventConsumer({
        name: 'notifications',
        handle: (transaction, batch) => notifier.tell(transaction, batch),
        db,
        clock,
        logger,
      }).loop,
    },
    housekeeping: {
      'old notifications': () => notifications.removeOld(),
      'old events': () => events.removeRead(new Date(clock.now().getTime() - eventLifetime)),
    },
  };
}

function audienceIn(connection: Database): Audience {
  const users = new UserRepository(connection);
  return {
    list: (usernames) => users.listActors(usernames),
    listWith: (capabilities, limit) => users.listActorsWith(capabilities, limit),
  };
}
