import { DomainError, type Logger, systemClock } from '@galley/kernel';
import { withFieldDefaults } from '@galley/settings';
import type { Grant, Json } from './grants.ts';
import { defaultHostLimits } from './host-limits.ts';
import type { FoundPlugin } from './plugin-folders.ts';
import { pluginFunctions } from './plugin-functions.ts';
import { PluginRunner } from './plugin-runner.ts';
import { PluginFailure } from './sandbox/failures.ts';

/** Loads a plugin with default settings and stubbed functions. Returns its fault, or undefined. */
export async function checkPlugin(
  { read, code, problem }: FoundPlugin,
  logger: Logger,
): Promise<string | undefined> {
  if (!read || !code) return problem;
  const settings = withFieldDefaults(read.manifest.settings, {}) as Json;
  const grants: Grant[] = pluginFunctions.map((grant) => ({
    ...grant,
    run: () => Promise.resolve(null),
  }));
  try {
    const runner = await PluginRunner.start({
      read,
      code,
      settings,
      grants,
      logger,
      limits: defaultHostLimits,
      clock: systemClock,
      onGivenUp: () => undefined,
      onRestarted: () => undefined,
    });
    await runner.stop();
    return undefined;
  } catch (error) {
    if (error instanceof PluginFailure || error instanceof DomainError) return error.message;
    throw error;
  }
}
