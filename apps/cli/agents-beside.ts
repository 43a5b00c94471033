import type { Logger } from '@galley/kernel';
import type { StartOptions } from '@galley/coordinator';

/** Starts coordinator and supervisor in this process. A failure is logged and leaves the site running. */
export async function startAgents(options: StartOptions): Promise<{ stopped: Promise<unknown> }> {
  const { startCoordinator, superviseProject } = await import('@galley/coordinator');
  const coordinator = await attempt(options.logger, 'the coordinator', async () => {
    const running = await startCoordinator({ ...options, isBesideServer: true });
    options.logger.info('coordinator ready', { coordinator: running.address });
    return running;
  });
  const supervisor =
    coordinator &&
    (await attempt(options.logger, 'the supervisor', async () => {
      // The port may have been 0.
      const address = new URL(coordinator.address).host;
      const overrides = { ...options.overrides, coordinator: { address } };
      const running = await superviseProject({ ...options, overrides, stopAgents: false });
      options.logger.info('supervisor ready', { driver: running.driver });
      return running;
    }));
  return { stopped: Promise.allSettled([coordinator?.stopped, supervisor?.stopped]) };
}

async function attempt<T>(
  logger: Logger,
  what: string,
  begin: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await begin();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    logger.error(`agents cannot work: ${what} could not start`, { error: reason });
    return undefined;
  }
}
