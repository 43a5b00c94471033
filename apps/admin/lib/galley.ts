import { createGalley, type Galley } from '@galley/sdk';
import { adminPath } from './base-path.ts';
import { remedies } from './remedies.ts';

/** API client of the signed-in user. When the session ends, it shows the sign-in sheet and repeats the call. */
export const galley: Galley = createGalley({
  baseUrl: location.origin,
  adminPath,
  onSignedOut: () => remedies.ask('sign_in'),
  onConfirm: () => remedies.ask('confirm'),
});
