import { fieldFault } from '@galley/kernel';
import {
  addFaults,
  check,
  copyShape,
  findingsProblem,
  frontmatterLimits,
  parseYaml,
  type YamlSource,
} from '@galley/settings';
import { findManifestFaults } from './manifest-faults.ts';
import { manifestStruct, type PluginManifest } from './manifest-schema.ts';
import { pluginProblems } from './problems.ts';

export const manifestFile = 'plugin.yaml';

const manifestSchema = copyShape(
  manifestStruct.superRefine((manifest, context) => {
    addFaults(context, findManifestFaults(manifest));
  }),
  manifestStruct,
);

export interface ParsedManifest {
  readonly manifest: PluginManifest;
  readonly source: YamlSource;
}

/** `fileName` appears in messages. A package has no folder yet. @throws `invalid_plugin` with every mistake and its line */
export function parseManifest(
  text: string,
  { folder, fileName }: { readonly folder: string | undefined; readonly fileName: string },
): ParsedManifest {
  const source = parseYaml(text, fileName, frontmatterLimits);
  if (source.findings.length > 0)
    throw findingsProblem(pluginProblems.invalid_plugin, source.findings);
  const { value: manifest, findings } = check(manifestSchema, source);
  if (manifest === undefined) throw findingsProblem(pluginProblems.invalid_plugin, findings);
  if (folder !== undefined && manifest.name !== folder) {
    const place = source.placeOf(['name'], 'value');
    const fault = fieldFault('not_folder_name', { folder, found: manifest.name });
    throw findingsProblem(pluginProblems.invalid_plugin, [{ place, path: ['name'], ...fault }]);
  }
  return { manifest, source };
}
