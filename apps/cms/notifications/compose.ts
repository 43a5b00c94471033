import { UserRepository } from '@galley/auth';
import { NotificationService, Notifier, type Audience } from '@galley/content';
import {
  DomainEventRepository,
  EventConsumer,
  type Database,
  type EventConsumerOptions,
} from '@galley/database';
import type { Environment } from '../environment.ts';
import { notifyOfTokens } from './token-notices.ts';

const eventLifetimeMs = 90 * 86_400_000;

export function composeNotifications({ db, clock, logger }: Environment) {
  const service = new NotificationService({ db, clock });
  const notifier = new Notifier({ audience: audienceIn });
  const events = new DomainEventRepository(db);
  const handle: EventConsumerOptions['handle'] = async (transaction, batch) => {
    await notifier.notify(transaction, batch);
    await notifyOfTokens(transaction, batch);
  };
  return {
    service,
    eventConsumers: [new EventConsumer({ name: 'notifications', handle, db, clock, logger }).loop],
    cleanupTasks: {
      'old notifications': () => service.removeOld(),
      'old events': () => events.removeRead(new Date(clock.now().getTime() - eventLifetimeMs)),
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
