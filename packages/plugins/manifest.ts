import {
  check,
  complaint,
  frontmatterLimits,
  parseYaml,
  sameShape,
  type YamlSource,
} from '@galley/settings';
import { faultsOfManifest } from './manifest-faults.ts';
import { manifestStruct, type PluginManifest } from './manifest-schema.ts';
import { pluginProblems } from './problems.ts';

export const manifestFile = 'plugin.yaml';

const manifestSchema = sameShape(
  manifestStruct.superRefine((manifest, context) => {
    for (const { path, message } of faultsOfManifest(manifest)) {
      context.addIssue({ code: 'custom', path: [...path], message });
    }
  }),
  manifestStruct,
);

export interface ReadManifest {
  readonly manifest: PluginManifest;
  /** Where each part of it stands. */
  readonly source: YamlSource;
}

/**
 * Reads the text of a `plugin.yaml`; `folder` is the name of its folder, which it has to have too. `fileName` stands in
 * messages.
 *
 * @throws `invalid_plugin`, with every mistake and its line.
 */
export function parseManifest(
  text: string,
  { folder, fileName }: { readonly folder: string; readonly fileName: string },
): ReadManifest {
  const source = parseYaml(text, fileName, frontmatterLimits);
  if (source.findings.length > 0) throw complaint(pluginProblems.invalid_plugin, source.findings);
  const { value: manifest, findings } = check(manifestSchema, source);
  if (manifest === undefined) throw complaint(pluginProblems.invalid_plugin, findings);
  if (manifest.name !== folder) {
    const message = `must be ${folder}, as the folder is called`;
    const place = source.placeOf(['name'], 'value');
    throw complaint(pluginProblems.invalid_plugin, [{ place, path: ['name'], message }]);
  }
  return { manifest, source };
}
