import { fileURLToPath } from 'node:url';
import type { PluginFolder } from './plugin-folders.ts';

/** Sandboxed like others, disabled by default. */
export const builtInPlugins: PluginFolder = {
  directory: fileURLToPath(new URL('./built-in', import.meta.url)),
  builtin: true,
};
