import type { RunningPlugin } from '@galley/plugins';
import type { PluginFieldTypes } from '@galley/settings';

/** Field types of running plugins, by `plugin/type` (ADD-PLUG-10). */
export function fieldTypesOf(running: readonly RunningPlugin[]): PluginFieldTypes {
  return new Map(
    running.flatMap(({ manifest: { name, fields } }) =>
      fields.map((field) => [`${name}/${field.name}`, field] as const),
    ),
  );
}
