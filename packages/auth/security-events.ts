import { DomainEventRepository, type Database, type Transaction } from '@galley/database';

export type SecurityChange =
  | { readonly change: 'password' | 'second_factor_enabled' | 'second_factor_disabled' }
  | { readonly change: 'passkey_added' | 'passkey_removed'; readonly passkey: string }
  | { readonly change: 'sign_in_linked' | 'sign_in_unlinked' }
  | { readonly change: 'email'; readonly previous_email: string };

/** In the transaction of the change, so that the person is always told, and only of changes that happened. */
export function recordSecurityChange(
  transaction: Database | Transaction,
  who: { readonly username: string; readonly actor: string; readonly at: Date },
  data: SecurityChange,
): Promise<void> {
  const { username: subject, actor, at } = who;
  const event = { type: 'user.security_changed', at, actor, subject, data: { ...data } } as const;
  return new DomainEventRepository(transaction).append([event]);
}
