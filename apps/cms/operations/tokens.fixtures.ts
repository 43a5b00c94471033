import { sha256, newId, newSecret } from '@galley/kernel';
import type { TestServer } from '../fixtures.ts';
import type { Values } from '../operation-examples.ts';

interface Newcomer {
  readonly server: TestServer;
  readonly username: string;
  post<T>(path: string, body: Values): Promise<T>;
}

async function newToken({ server, username }: Newcomer): Promise<{ id: string }> {
  const id = newId();
  const expires_at = new Date(Date.now() + 3_600_000);
  const times = { created_at: new Date(0), expires_at };
  await server.database.db
    .insertInto('api_tokens')
    .values({
      id,
      username,
      token_hash: sha256(newSecret()),
      name: 'test',
      scopes: ['*'],
      ...times,
    })
    .execute();
  return { id };
}

/** A name for each newcomer. */
const serviceOf = ({ username }: Newcomer) => ({ username, description: '', role: 'powerless' });

export const preparedTokens = {
  'tokens.revoke': newToken,
  'tokens.rotate': async (newcomer: Newcomer) => ({
    ...(await newToken(newcomer)),
    overlap_hours: 24,
  }),
  'tokens.end_overlap': async (newcomer: Newcomer) => {
    const { id } = await newToken(newcomer);
    await newcomer.post('/tokens/rotate', { id, overlap_hours: 24 });
    return { id };
  },
  'tokens.revoke_many': async (newcomer: Newcomer) => ({ ids: [(await newToken(newcomer)).id] }),
  'tokens.restore': async (newcomer: Newcomer) => {
    const { id } = await newToken(newcomer);
    await newcomer.post('/tokens/revoke', { id });
    return { ids: [id] };
  },
  'service_accounts.save': serviceOf,
  'service_accounts.delete': async (newcomer: Newcomer) => {
    const account = serviceOf(newcomer);
    const { username } = await newcomer.post<{ username: string }>(
      '/service-accounts/save',
      account,
    );
    return { username };
  },
};
