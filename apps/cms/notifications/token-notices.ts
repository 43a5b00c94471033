import { ServiceAccountReadModel } from '@galley/auth';
import { NotificationRepository } from '@galley/content';
import type { Transaction } from '@galley/database';
import type { DomainEvent } from '@galley/kernel';

/** Tells the owner of a token that is about to end, or whoever is responsible for the service account (ADD-SVC-9). */
export async function notifyOfTokens(
  transaction: Transaction,
  events: readonly DomainEvent[],
): Promise<void> {
  const ending = events.filter(({ type }) => type === 'token.expiring');
  if (ending.length === 0) return;
  const accounts = new ServiceAccountReadModel(transaction);
  const notices = [];
  for (const { id: eventId, subject: owner, at, data } of ending) {
    const people = await accounts.listResponsible(owner);
    const usernames = people.map(({ username }) => username);
    const [name, expiresAt] = [data['name'] as string, data['expires_at'] as string];
    notices.push({ eventId, owner, name, expiresAt, at, usernames });
  }
  await new NotificationRepository(transaction).insertTokenNotices(notices);
}
