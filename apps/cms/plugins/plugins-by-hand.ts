import { systemClock, type Logger } from '@galley/kernel';
import {
  builtInPlugins,
  checkPlugin,
  createPlugin,
  findGuards,
  findPreviousVersion,
  findPlugins,
  pluginProblems,
  PluginRepository,
  type PluginRecord,
  type PublicationGuard,
} from '@galley/plugins';
import { ShutdownStack, connectDatabase, requireProject } from '@galley/service';
import { loadConfig } from '@galley/settings';
import type { ProjectOptions } from '../people/administer-users.ts';

/** @throws `invalid_plugin`, `plugin_exists` */
export async function createPluginByHand(options: ProjectOptions, name: string): Promise<string> {
  return createPlugin((await configOf(options)).storage.pluginsDirectory, name);
}

export interface CheckedPlugin {
  readonly name: string;
  readonly version: string | null;
  /** The error with file and line; null when there is none. */
  readonly problem: string | null;
}

export interface PluginCheck {
  /** Checks all plugins of the project by default. */
  readonly name?: string | undefined;
  readonly logger: Logger;
}

/** @throws `plugin_not_found` */
export async function checkPlugins(
  options: ProjectOptions,
  { name, logger }: PluginCheck,
): Promise<CheckedPlugin[]> {
  const { pluginsDirectory: directory } = (await configOf(options)).storage;
  const own = await findPlugins([{ directory, builtin: false }]);
  const found = own.filter((plugin) => name === undefined || plugin.name === name);
  if (name !== undefined && found.length === 0) {
    const names = own.map((plugin) => plugin.name).join(', ') || 'none';
    throw pluginProblems.plugin_not_found(
      `No plugin ${JSON.stringify(name)} in ${directory}. Available plugins: ${names}.`,
    );
  }
  const checked: CheckedPlugin[] = [];
  for (const plugin of found) {
    const problem = (await checkPlugin(plugin, logger)) ?? null;
    checked.push({ name: plugin.name, version: plugin.read?.manifest.version ?? null, problem });
  }
  return checked;
}

export interface PluginByHand {
  readonly name: string;
  readonly version: string | null;
  readonly description: string;
  readonly builtin: boolean;
  readonly enabled: boolean;
  readonly problem: string | null;
  readonly last_error: string | null;
  /** Why the plugin cannot check publications; nothing is published until it can, or is disabled (ADD-PLUG-14). */
  readonly blocks_publishing: string | null;
  readonly previous_version: string | null;
}

export async function listPlugins(options: ProjectOptions): Promise<PluginByHand[]> {
  const { logger } = options;
  const config = await configOf(options);
  const { pluginsDirectory: directory } = config.storage;
  const cleanUp = new ShutdownStack(logger);
  try {
    const atEnd = cleanUp.add.bind(cleanUp);
    const { db } = await connectDatabase({ config, logger, atEnd });
    const records = await new PluginRepository({ db, clock: systemClock }).list();
    const found = await findPlugins([builtInPlugins, { directory, builtin: false }]);
    const guards = await findGuards({
      found,
      records,
      faultOf: (plugin) => checkPlugin(plugin, logger),
    });
    const missing = guards.filter(({ plugin }) => found.every(({ name }) => name !== plugin));
    const names = [...found, ...missing.map(missingPlugin)];
    const recordOf = (name: string): Partial<PluginRecord> =>
      records.find((one) => one.name === name) ?? {};
    const listed = names.map(async ({ name, builtin, read, problem = null }) => {
      const { enabled = false, lastError = null } = recordOf(name);
      return {
        name,
        builtin,
        problem,
        version: read?.manifest.version ?? null,
        description: read?.manifest.description ?? '',
        enabled,
        last_error: lastError,
        blocks_publishing: guards.find(({ plugin }) => plugin === name)?.reason ?? null,
        previous_version: builtin ? null : await findPreviousVersion(directory, name),
      };
    });
    return await Promise.all(listed);
  } finally {
    await cleanUp.run();
  }
}

function missingPlugin({ plugin: name, reason: problem }: PublicationGuard) {
  return { name, builtin: false, read: undefined, problem };
}

function configOf(options: ProjectOptions) {
  requireProject(options.projectDirectory);
  return loadConfig({ ...options, overlays: [...options.overlays], overrides: {} });
}
