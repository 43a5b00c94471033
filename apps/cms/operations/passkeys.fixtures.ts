import type { Client } from '../fixtures.ts';
import { addPasskey, askOptions, newPasskey } from '../people/passkeys.fixtures.ts';

interface Newcomer {
  readonly client: Client;
}

const added = async ({ client }: Newcomer) => ({ id: (await addPasskey(client)).stored.id });

export const preparedPasskeys = {
  'passkeys.add': async ({ client }: Newcomer) => {
    const passkey = await newPasskey(client);
    return { name: 'Laptop', passkey: passkey.create(await askOptions(client, 'begin')) };
  },
  'passkeys.rename': async (newcomer: Newcomer) => ({ ...(await added(newcomer)), name: 'Phone' }),
  'passkeys.remove': added,
  'passkeys.sign_in': async ({ client }: Newcomer) => {
    const { passkey } = await addPasskey(client);
    return { passkey: { ...passkey.get(await askOptions(client, 'sign-in-options')) } };
  },
  'passkeys.confirm_options': async (newcomer: Newcomer) => {
    await added(newcomer);
    return {};
  },
};
