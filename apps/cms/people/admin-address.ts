import { isLoopbackHost } from '@galley/kernel';
import { publicAddress } from '@galley/service';
import type { Config } from '@galley/settings';
import { readServedAddress } from '../served-address.ts';

/**
 * Address of the admin for links, without a slash at its end. If the site has no public address yet, where the server
 * listens.
 */
export async function adminAddress(
  siteUrl: string,
  { admin, server, storage }: Config,
): Promise<string> {
  const isPublic = !isLoopbackHost(new URL(siteUrl).hostname);
  const address = isPublic
    ? siteUrl
    : ((await readServedAddress(storage.dataDirectory)) ??
      publicAddress({ address: server.host, port: server.port }));
  return `${address.replace(/\/$/, '')}/${admin.path}`;
}
