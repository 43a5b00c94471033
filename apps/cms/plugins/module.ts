import type { contract } from '@galley/contract';
import type { Module } from '@galley/http';
import type { ComposedPlugins } from './compose.ts';
import { pluginPanelsHandlers } from './plugin-panels.ts';
import { pluginPackagesHandlers } from './plugin-packages.ts';
import { pluginsHandlers } from './plugins.ts';

export interface PluginsModuleOptions extends ComposedPlugins {
  readonly adminPath: string;
}

export function pluginsModule(options: PluginsModuleOptions): Module<typeof contract.plugins> {
  return {
    ...pluginsHandlers(options),
    ...pluginPackagesHandlers(options.packages),
    ...pluginPanelsHandlers(options),
  };
}
