import type { ConfigFile } from '../config-file.ts';
import { parseConfigText, readConfigText } from '../config-file.ts';
import { withYamlValues } from '../edit-config-file.ts';
import { checkFieldValues } from '../fields/check-values.ts';
import type { FieldDefinition } from '../fields/field.ts';
import { withFieldDefaults } from '../fields/field-defaults.ts';
import { settingsProblems } from '../problems.ts';
import { mapOf } from '../shape.ts';
import { freeMap, name as pluginName } from '../site-values.ts';
import { own, type Values } from '../yaml/json-values.ts';
import { definedField } from './form-field.ts';
import { mergedValues } from './merge-values.ts';
import { invalidFields, type SectionForm, type SettingsSection } from './settings-section.ts';
import { valueAt, withValueAt } from './values-at.ts';

/** What a plugin lets a site decide, as its `plugin.yaml` says it. */
export interface PluginSettings {
  /** Of the plugin. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly fields: readonly FieldDefinition[];
}

/** Where the settings of plugins stand in the content tree, each under the plugin's name. */
export const pluginSettingsFile: ConfigFile = {
  name: 'config/plugins.yaml',
  problem: settingsProblems.invalid_plugin_settings,
};

const whole = mapOf(pluginName(), freeMap());

/**
 * What the site says of each plugin, by name, without the defaults (`withFieldDefaults` fills them in) and unchecked
 * (`checkFieldValues` does that).
 *
 * @throws `invalid_plugin_settings` when the file cannot be read.
 */
export async function loadPluginSettings(
  contentDirectory: string,
): Promise<ReadonlyMap<string, Values>> {
  const text = await readConfigText(contentDirectory, pluginSettingsFile);
  return new Map(Object.entries(parse(text)));
}

function parse(text: string): Readonly<Record<string, Values>> {
  return parseConfigText(text, pluginSettingsFile, whole);
}

/** A plugin's own section of `config/plugins.yaml`. */
export class PluginSection implements SettingsSection {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly directory: string;
  readonly file = pluginSettingsFile;
  readonly #plugin: PluginSettings;

  constructor(plugin: PluginSettings, contentDirectory: string) {
    this.id = `plugin:${plugin.name}`;
    this.name = plugin.title;
    this.description = plugin.description;
    this.directory = contentDirectory;
    this.#plugin = plugin;
  }

  read(text: string): Promise<SectionForm> {
    const said = this.#said(text);
    const filled = withFieldDefaults(this.#plugin.fields, said);
    const fields = this.#plugin.fields.map((definition) => ({
      ...definedField(definition),
      source: (own(said, definition.name) ?? null) === null ? 'default' : this.file.name,
      ...{ editable: true, restart: false },
    }));
    const values = Object.fromEntries(fields.map(({ name }) => [name, own(filled, name) ?? null]));
    return Promise.resolve({ fields, values, restartRequired: [] });
  }

  async write(text: string, values: ReadonlyMap<string, unknown>): Promise<string> {
    const { values: shown } = await this.read(text);
    const errors = checkFieldValues(this.#plugin.fields, {
      ...shown,
      ...Object.fromEntries(values),
    });
    if (errors.length > 0) throw invalidFields(errors);
    return withYamlValues(text, this.file, (all) =>
      [...values].reduce((found, [name, next]) => {
        const path = [this.#plugin.name, name];
        const edit = { raw: valueAt(found, path), shown: shown[name], next: next ?? undefined };
        return withValueAt(found, path, mergedValues(edit));
      }, all),
    );
  }

  #said(text: string): Values {
    return (own(parse(text), this.#plugin.name) as Values | undefined) ?? {};
  }
}
