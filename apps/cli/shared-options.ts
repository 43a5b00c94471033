import { lastValue } from './last-value.ts';

export const jsonOption = {
  type: 'boolean',
  default: false,
  describe: 'Print the result as JSON',
} as const;

export const configOverlayOption = {
  type: 'string',
  array: true,
  nargs: 1,
  describe: 'File whose settings override galley.yaml; repeatable, the last one wins',
} as const;

export const addressOption = {
  type: 'string',
  requiresArg: true,
  coerce: lastValue<string>,
  describe: 'Address and port to listen on; port 0 picks a free port [default: 127.0.0.1:7117]',
} as const;
