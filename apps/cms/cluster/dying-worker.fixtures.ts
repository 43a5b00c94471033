/** A worker that exits at once; with the argument `ready`, after reporting that it serves. */
import type { ReadyMessage } from './messages.ts';

const ready: ReadyMessage['ready'] = {
  siteAddress: 'http://127.0.0.1:1',
  adminAddress: undefined,
  setupLink: undefined,
};
if (process.argv[2] === 'ready')
  process.send!({ ready }, undefined, undefined, () => process.exit(3));
else process.exit(3);
