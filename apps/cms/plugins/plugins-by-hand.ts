import { systemClock, type Logger } from '@galley/kernel';
import {
  builtInPlugins,
  checkPlugin,
  createPlugin,
  findPreviousVersion,
  findPlugins,
  pluginProblems,
  PluginRepository,
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
    const listed = found.map(async ({ name, builtin, read, problem = null }) => {
      const record = records.find((one) => one.name === name);
      return {
        name,
        builtin,
        problem,
        version: read?.manifest.version ?? null,
        description: read?.manifest.description ?? '',
        enabled: record?.enabled ?? false,
        last_error: record?.lastError ?? null,
        previous_version: builtin ? null : await findPreviousVersion(directory, name),
      };
    });
    return await Promise.all(listed);
  } finally {
    await cleanUp.run();
  }
}

function configOf(options: ProjectOptions) {
  requireProject(options.projectDirectory);
  return loadConfig({ ...options, overlays: [...options.overlays], overrides: {} });
}
