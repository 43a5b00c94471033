import { createGalley, type Galley } from '@galley/sdk';
import { adminPath } from '../../../lib/base-path.ts';

let made: Galley | undefined;
let isPrepared = false;

/** A client whose calls go on when the page goes away. Browsers let at most 64 KB go so. */
export function leavingGalley(): Galley {
  made ??= createGalley({
    baseUrl: location.origin,
    adminPath,
    retries: 0,
    fetch: (address, given) => fetch(address, { ...given, keepalive: true }),
  });
  return made;
}

/** Learns what its calls need, for which there is no time later. */
export async function prepareLeaving(): Promise<void> {
  if (isPrepared) return;
  isPrepared = true;
  await leavingGalley()
    .auth.session()
    .catch(() => (isPrepared = false));
}
