import { SoftPasskey, type SoftPasskeyOptions } from '@galley/testing';
import type { Answer, Client } from '../fixtures.ts';

const api = '/__admin/api';

interface Options {
  readonly options: Readonly<Record<string, unknown>> & { readonly challenge: string };
}

export interface StoredPasskey {
  readonly id: string;
  readonly name: string;
  readonly synced: boolean;
  readonly last_used_at: string | null;
}

export interface AddedPasskey extends StoredPasskey {
  readonly recovery_codes: readonly string[];
}

/** Works where the passkeys of the server do, unless the options differ. */
export async function newPasskey(
  client: Client,
  options: Partial<SoftPasskeyOptions> = {},
): Promise<SoftPasskey> {
  const { passkey_origin: origin } = (await client.get(`${api}/sign-in`)).json<{
    passkey_origin: string;
  }>();
  return new SoftPasskey({ origin, rpId: new URL(origin).hostname, ...options });
}

export async function askOptions(client: Client, path: string): Promise<Options['options']> {
  return (await client.post(`${api}/passkeys/${path}`)).json<Options>().options;
}

export async function attemptAdding(
  client: Client,
  passkey: SoftPasskey,
  name = 'Laptop',
): Promise<Answer> {
  const created = passkey.create(await askOptions(client, 'begin'));
  return client.post(`${api}/passkeys/add`, { name, passkey: created });
}

export async function addPasskey(
  client: Client,
  options: Partial<SoftPasskeyOptions> & { readonly name?: string } = {},
): Promise<{ passkey: SoftPasskey; stored: AddedPasskey }> {
  const { name, ...rest } = options;
  const passkey = await newPasskey(client, rest);
  const answer = await attemptAdding(client, passkey, name);
  if (answer.status !== 200) throw new Error(`no passkey was added: ${answer.text}`);
  return { passkey, stored: answer.json<AddedPasskey>() };
}

export async function signInWith(client: Client, passkey: SoftPasskey): Promise<Answer> {
  const answer = passkey.get(await askOptions(client, 'sign-in-options'));
  return client.post(`${api}/passkeys/sign-in`, { passkey: answer });
}
