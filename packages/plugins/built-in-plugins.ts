import { fileURLToPath } from 'node:url';
import type { PluginFolder } from './plugin-folders.ts';

/** Plugins that ship with Galley. They are sandboxed like others and disabled by default. */
export const builtInPlugins: PluginFolder = {
  directory: fileURLToPath(new URL('./built-in', import.meta.url)),
  builtin: true,
};
