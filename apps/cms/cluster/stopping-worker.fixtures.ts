/** A worker that serves until it receives the stop message. */
import { stopMessage, type ReadyMessage } from './messages.ts';

process.on('message', (message) => {
  if (message === stopMessage) process.exit(0);
});
process.send!({
  ready: { siteAddress: 'http://127.0.0.1:1', adminAddress: undefined, setupLink: undefined },
} satisfies ReadyMessage);
