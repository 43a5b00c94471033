import { join } from 'node:path';
import { vi } from 'vitest';
import { deriveKey, EmailChanges } from '@galley/auth';
import { systemClock } from '@galley/kernel';
import { projectSecret } from '@galley/service';
import type { TestServer } from '../fixtures.ts';
import { UnsubscribeTokens } from '../notifications/unsubscribe-tokens.ts';
import type { Values } from '../operation-examples.ts';

interface Newcomer {
  readonly server: TestServer;
  readonly username: string;
  post<T>(path: string, body: Values): Promise<T>;
}

/** Makes the links as the message does, after it: each replaces the ones before. */
async function withPendingEmail(newcomer: Newcomer) {
  const { server, username } = newcomer;
  const email = `${username}@example.org`;
  await newcomer.post('/users/own', { name: username, email });
  const { db } = server.database;
  const message = db.selectFrom('mails').select('id').where('recipient', '=', email);
  await vi.waitUntil(() => message.executeTakeFirst(), { timeout: 30_000, interval: 50 });
  const changes = new EmailChanges({ db, clock: systemClock });
  return (await db.transaction().execute((one) => changes.issueLinks(one, username)))!;
}

export const preparedAccounts = {
  'account.send_email_link': async (newcomer: Newcomer) => {
    await withPendingEmail(newcomer);
    return {};
  },
  'account.confirm_email': async (newcomer: Newcomer) => {
    const { confirmToken: token } = await withPendingEmail(newcomer);
    return { token };
  },
  'account.keep_email': async (newcomer: Newcomer) => {
    const { stopToken: token } = await withPendingEmail(newcomer);
    return { token };
  },
  'account.unsubscribe': async ({ server: { project }, username }: Newcomer) => {
    const key = await projectSecret(join(project, 'data'), 'encryption-key');
    const tokens = new UnsubscribeTokens(deriveKey(key, 'unsubscribe links'));
    return { token: tokens.sign({ username, kind: 'assigned' }) };
  },
  'account.delete': ({ username }: Newcomer) => ({ username }),
};
