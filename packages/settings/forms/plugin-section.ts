import type { ConfigFile } from '../config-file.ts';
import { parseConfigText, readConfigText } from '../config-file.ts';
import { checkFieldValues } from '../fields/check-values.ts';
import type { FieldDefinition } from '../fields/field.ts';
import { withFieldDefaults } from '../fields/field-defaults.ts';
import { settingsProblems } from '../problems.ts';
import { mapOf } from '../shape.ts';
import { freeMap, name as pluginName } from '../site-values.ts';
import { own, type Values } from '../yaml/json-values.ts';
import { DefinedSection } from './defined-section.ts';

/** From `plugin.yaml`. */
export interface PluginSettings {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly fields: readonly FieldDefinition[];
}

export const pluginSettingsFile: ConfigFile = {
  name: 'config/plugins.yaml',
  problem: settingsProblems.invalid_plugin_settings,
};

const whole = mapOf(pluginName(), freeMap());

/** Without defaults (`withFieldDefaults`), unvalidated (`checkFieldValues`). @throws `invalid_plugin_settings` */
export async function loadPluginSettings(
  contentDirectory: string,
): Promise<ReadonlyMap<string, Values>> {
  const text = await readConfigText(contentDirectory, pluginSettingsFile);
  return new Map(Object.entries(parse(text)));
}

function parse(text: string): Readonly<Record<string, Values>> {
  return parseConfigText(text, pluginSettingsFile, whole);
}

export function createPluginSection(
  { name, title, description, fields }: PluginSettings,
  directory: string,
): DefinedSection {
  return new DefinedSection({
    id: `plugin:${name}`,
    name: title,
    description,
    fields,
    directory,
    file: pluginSettingsFile,
    path: [name],
    said: (text) => (own(parse(text), name) as Values | undefined) ?? {},
    filled: (said) => withFieldDefaults(fields, said),
    misfits: (values) => checkFieldValues(fields, values),
  });
}
