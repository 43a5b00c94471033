import { createGalley, type Galley } from '@galley/sdk';
import { adminPath } from './base-path.ts';
import { remedies } from './remedies.ts';

/** The server, as whoever is signed in. A session that ends has the sign-in sheet shown, and the call is made again. */
export const galley: Galley = createGalley({
  baseUrl: location.origin,
  adminPath,
  onSignedOut: () => remedies.ask('sign_in'),
  onConfirm: () => remedies.ask('confirm'),
});
