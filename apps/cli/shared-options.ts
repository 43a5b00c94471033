import { lastGiven } from './last-given.ts';

/** Of every command that reads the settings of a project. */
export const configOverlayOption = {
  type: 'string',
  array: true,
  nargs: 1,
  describe: 'A file of settings over galley.yaml; may be given again, later ones win',
} as const;

/** Of the coordinator's commands. */
export const addressOption = {
  type: 'string',
  requiresArg: true,
  coerce: lastGiven<string>,
  describe: 'Address and port to listen on; port 0 takes any free one [default: 127.0.0.1:7117]',
} as const;
