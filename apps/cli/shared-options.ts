import { lastGiven } from './last-given.ts';

export const configOverlayOption = {
  type: 'string',
  array: true,
  nargs: 1,
  describe: 'A file of settings over galley.yaml; may be given again, later ones win',
} as const;

export const addressOption = {
  type: 'string',
  requiresArg: true,
  coerce: lastGiven<string>,
  describe: 'Address and port to listen on; port 0 takes any free one [default: 127.0.0.1:7117]',
} as const;
