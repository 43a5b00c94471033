import type { Transaction } from '@galley/database';
import type { DomainEvent } from '@galley/kernel';
import { NotificationRepository } from './notification-repository.ts';

/** Tells people of sign-ins in new browsers (ADD-ACC-5), which nobody can turn off. Accounts deleted since are left out. */
export async function announceNewDevices(
  transaction: Transaction,
  events: readonly DomainEvent[],
  describe: (data: DomainEvent['data']) => string,
): Promise<void> {
  const signIns = events.filter(({ type }) => type === 'user.new_device');
  if (signIns.length === 0) return;
  const notifications = new NotificationRepository(transaction);
  const present = await notifications.findUsers(signIns.map(({ subject }) => subject));
  await notifications.insert(
    signIns.map(({ id, actor, subject, at, data }) => ({
      eventId: id,
      type: 'new_device',
      documentId: null,
      actor,
      note: describe(data),
      revision: null,
      at,
      usernames: present.filter((username) => username === subject),
    })),
  );
}
