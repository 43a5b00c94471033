import type { FieldError } from '@galley/kernel';
import type { ConfigFile } from '../config-file.ts';
import { settingsProblems } from '../problems.ts';
import type { FormField } from './form-field.ts';

export interface SettingField extends FormField {
  /** Source of the value: `default`, a file, or an environment variable. */
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

/** Group of settings in one form and one file. */
export interface SettingsSection {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly directory: string;
  readonly file: ConfigFile;
  /** Form contents for a file text. */
  read(text: string): Promise<SectionForm>;
  /** Returns the text with changed settings; null restores a default. */
  write(text: string, values: ReadonlyMap<string, unknown>): Promise<string>;
}

/** Problem with every mistake (status 422). */
export function invalidFieldsProblem(errors: readonly FieldError[]): Error {
  const [first] = errors;
  const rest = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
  return settingsProblems.invalid_fields(
    `Nothing was saved: ${first?.path} ${first?.message}${rest}.`,
    { errors: [...errors] },
  );
}
