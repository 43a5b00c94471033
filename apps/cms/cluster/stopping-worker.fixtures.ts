/** A worker that serves until it is told to stop. */
import { stopMessage, type ReadyMessage } from './messages.ts';

process.on('message', (message) => {
  if (message === stopMessage) process.exit(0);
});
process.send!({
  ready: { siteAddress: 'http://127.0.0.1:1', adminAddress: undefined, setupLink: undefined },
} satisfies ReadyMessage);
