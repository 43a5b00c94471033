import { describeDevice, rangeOf, UserRepository } from '@galley/auth';
import { announceNewDevices, NotificationService, Notifier, type Audience } from '@galley/content';
import {
  DomainEventRepository,
  EventConsumer,
  type Database,
  type EventConsumerOptions,
} from '@galley/database';
import type { Environment } from '../environment.ts';
import { notifyOfTokens } from './token-notices.ts';
import type { Mail } from '../mail/compose.ts';
import type { People } from '../people/compose.ts';
import { NoticeMails } from './notice-mails.ts';
import { UnsubscribeTokens } from './unsubscribe-tokens.ts';

const eventLifetimeMs = 90 * 86_400_000;

export function composeNotifications(
  { db, clock, logger }: Environment,
  {
    people,
    mail,
  }: {
    readonly people: Pick<People, 'unsubscribeSecret'>;
    readonly mail: Pick<Mail, 'outbox' | 'adminAddress'>;
  },
) {
  const service = new NotificationService({ db, clock });
  const tokens = new UnsubscribeTokens(people.unsubscribeSecret);
  const mails = new NoticeMails({ ...mail, tokens });
  const notifier = new Notifier({
    audience: audienceIn,
    deliver: (transaction, announcements) => mails.deliver(transaction, announcements),
  });
  const events = new DomainEventRepository(db);
  const handle: EventConsumerOptions['handle'] = async (transaction, batch) => {
    await notifier.notify(transaction, batch);
    await notifyOfTokens(transaction, batch);
    await announceNewDevices(transaction, batch, describeSignIn);
  };
  return {
    service,
    unsubscribeTokens: tokens,
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

/** Never the full address: the notification is kept longer than the session. */
function describeSignIn(data: Readonly<Record<string, unknown>>): string {
  const { address, user_agent: agent } = data as Record<'address' | 'user_agent', string>;
  return [describeDevice(agent), rangeOf(address)].filter(Boolean).join(' · ');
}
