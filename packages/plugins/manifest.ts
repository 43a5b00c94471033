import {
  check,
  findingsProblem,
  frontmatterLimits,
  parseYaml,
  copyShape,
  type YamlSource,
} from '@galley/settings';
import { findManifestFaults } from './manifest-faults.ts';
import { manifestStruct, type PluginManifest } from './manifest-schema.ts';
import { pluginProblems } from './problems.ts';

export const manifestFile = 'plugin.yaml';

const manifestSchema = copyShape(
  manifestStruct.superRefine((manifest, context) => {
    for (const { path, message } of findManifestFaults(manifest)) {
      context.addIssue({ code: 'custom', path: [...path], message });
    }
  }),
  manifestStruct,
);

export interface ParsedManifest {
  readonly manifest: PluginManifest;
  readonly source: YamlSource;
}

/** `fileName` appears in messages. @throws `invalid_plugin` with every mistake and its line */
export function parseManifest(
  text: string,
  { folder, fileName }: { readonly folder: string; readonly fileName: string },
): ParsedManifest {
  const source = parseYaml(text, fileName, frontmatterLimits);
  if (source.findings.length > 0)
    throw findingsProblem(pluginProblems.invalid_plugin, source.findings);
  const { value: manifest, findings } = check(manifestSchema, source);
  if (manifest === undefined) throw findingsProblem(pluginProblems.invalid_plugin, findings);
  if (manifest.name !== folder) {
    const message = `must be ${folder}, as the folder is called`;
    const place = source.placeOf(['name'], 'value');
    throw findingsProblem(pluginProblems.invalid_plugin, [{ place, path: ['name'], message }]);
  }
  return { manifest, source };
}
