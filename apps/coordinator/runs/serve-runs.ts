import type { CleanUp, RequestListener } from '@galley/service';
import type { Coordinator } from '../compose.ts';
import type { Listening } from '../system/listening.ts';

/**
 * Serves on the listener, and on what `open` opens beside it, until the end. Then first of all those are answered who
 * wait for events, then the requests under way, and only then does what they need end.
 */
export async function serveRuns(
  { runs, config }: Coordinator,
  { server }: Pick<Listening, 'server'>,
  {
    listener,
    cleanUp,
    open,
  }: {
    readonly listener: RequestListener;
    readonly cleanUp: CleanUp;
    readonly open?: () => Promise<unknown>;
  },
): Promise<void> {
  for (const job of runs.jobs) cleanUp.startLoop(job);
  server.serve(listener);
  // Once more, so that it is closed before what requests under way still need.
  cleanUp.add('the web server', () => server.close(config.server.shutdownTimeout));
  await open?.();
  cleanUp.add('clients waiting for events', async () => runs.waitingRoom.close());
}
