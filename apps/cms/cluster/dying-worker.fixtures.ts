/** A worker that ends at once; with the argument `ready`, as soon as it has said that it serves. */
import type { ReadyMessage } from './messages.ts';

const ready: ReadyMessage['ready'] = {
  siteAddress: 'http://127.0.0.1:1',
  adminAddress: undefined,
  setupLink: undefined,
};
if (process.argv[2] === 'ready')
  process.send!({ ready }, undefined, undefined, () => process.exit(3));
else process.exit(3);
