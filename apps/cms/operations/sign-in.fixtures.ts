import { SignInLinks } from '@galley/auth';
import { newId, systemClock } from '@galley/kernel';
import type { Client, TestServer } from '../fixtures.ts';
import type { Values } from '../operation-examples.ts';

interface Newcomer {
  readonly server: TestServer;
  readonly client: Client;
  readonly username: string;
}

export const preparedSignIn: Readonly<Record<string, (newcomer: Newcomer) => Promise<Values>>> = {
  'auth.use_link': async ({ server, username }) => {
    const links = new SignInLinks({ db: server.database.db, clock: systemClock });
    return { token: (await links.issue(username)).token };
  },
  'auth.verify_factor': async ({ client }) => ({
    totp_code: (await client.enableFactor()).recoveryCodes[0]!,
  }),
  'identities.unlink': async ({ server, username }) => {
    const id = newId();
    const identity = { issuer: 'https://login.example.org', subject: id, email: '' };
    await server.database.db
      .insertInto('identities')
      .values({ ...identity, id, username, linked_at: new Date() })
      .execute();
    return { id };
  },
};
