import { createGalley, type Galley } from '@galley/sdk';
import { adminPath } from './base-path.ts';
import { authPrompts } from './auth-prompts.ts';

/** When the session ends, shows the sign-in sheet and repeats the call. */
export const galley: Galley = createGalley({
  baseUrl: location.origin,
  adminPath,
  onSignedOut: () => authPrompts.ask('sign_in'),
  onConfirm: () => authPrompts.ask('confirm'),
});
