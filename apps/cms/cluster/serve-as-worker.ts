import cluster from 'node:cluster';
import { CleanUp, connectUnchanged, GalleyServer } from '@galley/service';
import { loadConfig } from '@galley/settings';
import { connectionLimit, leave, openContent, serveContent } from '../open-content.ts';
import { readyContent } from '../ready-content.ts';
import type { ServeOptions } from '../serve.ts';
import { PrimaryProcess } from './primary-process.ts';
import { workerCount } from './worker-count.ts';

export interface ServeAsWorkerOptions extends ServeOptions {
  /** Does what a signal to stop does; called when the primary says so, and when it has ended. */
  readonly stop: () => void;
}

/** Serves in a process that `serve` has forked, until the signal; resolves when everything is closed. */
export async function serveAsWorker(options: ServeAsWorkerOptions): Promise<void> {
  const { logger, signal, stop } = options;
  const server = new GalleyServer();
  let sayLeaving = (): void => undefined;
  const primary = new PrimaryProcess({
    onConnection: (socket) => server.take(socket),
    onLeave: () => sayLeaving(),
    onStop: stop,
  });
  const cleanUp = new CleanUp(logger);
  try {
    const config = await loadConfig({ ...options, overlays: [...options.overlays] });
    server.limit(connectionLimit({ config, logger }));
    const content = await openContent({ ...options, config, cleanUp, connect: connectUnchanged });
    // The first ones find everything ready; before a later one, there may have been nobody who watched.
    if (cluster.worker!.id > workerCount(config)) await readyContent(content, logger);
    await content.services.plugins.run(cleanUp);
    serveContent(content, server, { ...options, config, cleanUp, group: primary });
    sayLeaving = () => leave(content, server);
    cleanUp.add('the primary', () => primary.leave());
    primary.ready();
    await cleanUp.runOn(signal);
  } catch (error) {
    await cleanUp.run();
    throw error;
  } finally {
    primary.release();
  }
}
