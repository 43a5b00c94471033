import type { FieldError } from '@galley/kernel';
import type { ConfigFile } from '../config-file.ts';
import { settingsProblems } from '../problems.ts';
import type { FormField } from './form-field.ts';

export interface SettingField extends FormField {
  /** `default`, a file, or an environment variable. */
  readonly source: string;
  readonly editable: boolean;
  /** True when changes require a restart. */
  readonly restart: boolean;
}

export interface SectionForm {
  readonly fields: readonly SettingField[];
  readonly values: Readonly<Record<string, unknown>>;
  /** Changed settings that the running server has not applied. */
  readonly restartRequired: readonly string[];
}

export interface SettingsSection {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly directory: string;
  readonly file: ConfigFile;
  read(text: string): Promise<SectionForm>;
  /** Null restores a default. */
  write(text: string, values: ReadonlyMap<string, unknown>): Promise<string>;
}

export function invalidFieldsProblem(errors: readonly FieldError[]): Error {
  return settingsProblems.invalid_fields.at(errors, 'Nothing was saved. ');
}
