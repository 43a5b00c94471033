import cluster from 'node:cluster';
import { answerGathering } from '@galley/http';
import { serve, type ServeOptions } from '../serve.ts';
import { stopMessage, type ReadyMessage } from './messages.ts';

/**
 * Serves in a process that `Workers` has forked, until the signal aborts, the primary says so, or the primary dies;
 * resolves when everything is closed.
 */
export async function serveAsWorker(options: ServeOptions): Promise<void> {
  const told = new AbortController();
  process.on('message', (message) => {
    if (message === stopMessage) told.abort();
  });
  cluster.worker!.once('disconnect', () => {
    // A primary that dies while it waits for this process was told to end at once.
    if (told.signal.aborted) return;
    // Otherwise `node:cluster` would end this process here and now, with what it has begun.
    cluster.worker!.exitedAfterDisconnect = true;
    told.abort();
  });
  answerGathering();
  try {
    const signal = AbortSignal.any([options.signal, told.signal]);
    const { siteAddress, adminAddress, setupLink, stopped } = await serve({ ...options, signal });
    process.send!({ ready: { siteAddress, adminAddress, setupLink } } satisfies ReadyMessage);
    await stopped;
  } finally {
    // The channel would keep this process alive.
    cluster.worker!.disconnect();
  }
}
