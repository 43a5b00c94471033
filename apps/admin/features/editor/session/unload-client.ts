import { createGalley, type Galley } from '@galley/sdk';
import { adminPath } from '../../../lib/base-path.ts';

let unloadClient: Galley | undefined;
let isPrepared = false;

/** Client whose requests survive the unload of the page (`keepalive`). Browsers limit them to 64 KB. */
export function getUnloadClient(): Galley {
  unloadClient ??= createGalley({
    baseUrl: location.origin,
    adminPath,
    retries: 0,
    fetch: (address, given) => fetch(address, { ...given, keepalive: true }),
  });
  return unloadClient;
}

/** In advance, because there is no time for it during unload. */
export async function prepareUnloadClient(): Promise<void> {
  if (isPrepared) return;
  isPrepared = true;
  await getUnloadClient()
    .auth.session()
    .catch(() => (isPrepared = false));
}
