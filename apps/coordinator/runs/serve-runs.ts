import type { ShutdownStack, RequestListener } from '@galley/service';
import type { Coordinator } from '../compose.ts';
import type { Listening } from '../system/listening.ts';

/** Shutdown order: answer waiting clients, finish pending requests, close the parts that those need. */
export async function serveRuns(
  { runs, config }: Coordinator,
  { server }: Pick<Listening, 'server'>,
  {
    listener,
    cleanUp,
    open,
  }: {
    readonly listener: RequestListener;
    readonly cleanUp: ShutdownStack;
    readonly open?: () => Promise<unknown>;
  },
): Promise<void> {
  for (const job of runs.jobs) cleanUp.startLoop(job);
  server.serve(listener);
  // Registered again, so that the server closes before the parts that pending requests need.
  cleanUp.add('the web server', () => server.close(config.server.shutdownTimeout));
  await open?.();
  cleanUp.add('clients waiting for events', async () => runs.waitingRoom.close());
}
