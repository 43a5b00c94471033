import { isIP } from 'node:net';
import type { PasskeySite } from '@galley/auth';
import { isLoopbackHost } from '@galley/kernel';
import { publicAddress } from '@galley/service';
import type { Config } from '@galley/settings';
import { readServedAddress } from '../served-address.ts';

/**
 * From the configured address only, never from a request (ADD-PKY-4). Browsers allow passkeys on `https` pages with a
 * host name, and at `localhost`: the name for a site whose address is this machine, also where it is 127.0.0.1.
 */
export async function passkeySite(
  siteUrl: string,
  { server, storage }: Pick<Config, 'server' | 'storage'>,
): Promise<PasskeySite | undefined> {
  const { hostname, origin, protocol } = new URL(siteUrl);
  if (!isLoopbackHost(hostname)) {
    const isPossible = protocol === 'https:' && isIP(hostname.replace(/^\[|\]$/g, '')) === 0;
    return isPossible ? { rpId: hostname, origin } : undefined;
  }
  const served =
    (await readServedAddress(storage.dataDirectory)) ??
    publicAddress({ address: server.host, port: server.port });
  const { port } = new URL(served);
  return { rpId: 'localhost', origin: `http://localhost${port && `:${port}`}` };
}
