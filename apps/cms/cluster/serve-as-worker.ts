import cluster from 'node:cluster';
import { answerGathering } from '@galley/http';
import { serve, type ServeOptions } from '../serve.ts';
import { stopMessage, type ReadyMessage } from './messages.ts';

/** Serves until the signal aborts, or the primary stops it or dies; resolves when everything is closed. */
export async function serveAsWorker(options: ServeOptions): Promise<void> {
  const stopping = new AbortController();
  process.on('message', (message) => {
    if (message === stopMessage) stopping.abort();
  });
  cluster.worker!.once('disconnect', () => {
    // The primary died after telling this process to stop.
    if (stopping.signal.aborted) return;
    // Otherwise `node:cluster` would exit this process immediately, cutting off requests.
    cluster.worker!.exitedAfterDisconnect = true;
    stopping.abort();
  });
  answerGathering();
  try {
    const signal = AbortSignal.any([options.signal, stopping.signal]);
    const { siteAddress, adminAddress, setupLink, stopped } = await serve({ ...options, signal });
    process.send!({ ready: { siteAddress, adminAddress, setupLink } } satisfies ReadyMessage);
    await stopped;
  } finally {
    // An open channel would keep this process alive.
    cluster.worker!.disconnect();
  }
}
