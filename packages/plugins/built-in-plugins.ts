import { fileURLToPath } from 'node:url';
import type { PluginFolder } from './plugin-folders.ts';

/** The plugins that come with Galley; they run as anybody's do, when somebody enables them. */
export const builtInPlugins: PluginFolder = {
  directory: fileURLToPath(new URL('./built-in', import.meta.url)),
  builtin: true,
};
