import type { FieldError } from '@galley/kernel';
import type { ConfigFile } from '../config-file.ts';
import { withYamlValues } from '../edit-config-file.ts';
import type { FieldDefinition } from '../fields/field.ts';
import { own, type Values } from '../yaml/json-values.ts';
import { toDefinedFormField } from './form-field.ts';
import { mergeValues } from './merge-values.ts';
import {
  invalidFieldsProblem,
  type SectionForm,
  type SettingsSection,
} from './settings-section.ts';
import { valueAt, withValueAt } from './values-at.ts';

export interface DefinedSettings extends Pick<
  SettingsSection,
  'id' | 'name' | 'description' | 'directory' | 'file'
> {
  readonly fields: readonly FieldDefinition[];
  readonly path: readonly string[];
  /** Throws when the file is invalid. */
  readonly said: (text: string) => Values;
  readonly filled: (said: Values) => Values;
  readonly misfits: (values: Values) => readonly FieldError[];
}

export class DefinedSection implements SettingsSection {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly directory: string;
  readonly file: ConfigFile;
  readonly #defined: DefinedSettings;

  constructor(defined: DefinedSettings) {
    this.id = defined.id;
    this.name = defined.name;
    this.description = defined.description;
    this.directory = defined.directory;
    this.file = defined.file;
    this.#defined = defined;
  }

  read(text: string): Promise<SectionForm> {
    const said = this.#defined.said(text);
    const filled = this.#defined.filled(said);
    const fields = this.#defined.fields.map((definition) => ({
      ...toDefinedFormField(definition),
      source: (own(said, definition.name) ?? null) === null ? 'default' : this.file.name,
      editable: true,
      restart: false,
    }));
    const values = Object.fromEntries(fields.map(({ name }) => [name, own(filled, name) ?? null]));
    return Promise.resolve({ fields, values, restartRequired: [] });
  }

  async write(text: string, values: ReadonlyMap<string, unknown>): Promise<string> {
    const { values: shown } = await this.read(text);
    const errors = this.#defined.misfits({ ...shown, ...Object.fromEntries(values) });
    if (errors.length > 0) throw invalidFieldsProblem(errors);
    return withYamlValues(text, this.file, (all) =>
      [...values].reduce((found, [name, next]) => {
        const path = [...this.#defined.path, name];
        const edit = { raw: valueAt(found, path), shown: shown[name], next: next ?? undefined };
        return withValueAt(found, path, mergeValues(edit));
      }, all),
    );
  }
}
