import type { FieldError } from '@galley/kernel';
import type { ConfigFile } from '../config-file.ts';
import { settingsProblems } from '../problems.ts';
import type { FormField } from './form-field.ts';

export interface SettingField extends FormField {
  /** What its value comes from: `default`, a file, or a variable of the environment. */
  readonly source: string;
  readonly editable: boolean;
  /** Whether a change counts only when the server starts anew. */
  readonly restart: boolean;
}

export interface SectionForm {
  readonly fields: readonly SettingField[];
  readonly values: Readonly<Record<string, unknown>>;
  /** Names of settings that the running server does not go by yet. */
  readonly restartRequired: readonly string[];
}

/** A group of settings that one form shows and one file holds. */
export interface SettingsSection {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly directory: string;
  readonly file: ConfigFile;
  /** What the form shows when the file has this text. */
  read(text: string): Promise<SectionForm>;
  /** The text with other values of some settings, null for those that are to have their default. */
  write(text: string, values: ReadonlyMap<string, unknown>): Promise<string>;
}

/** 422 with every mistake. */
export function invalidFields(errors: readonly FieldError[]): Error {
  const [first] = errors;
  const rest = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
  return settingsProblems.invalid_fields(
    `Nothing was saved: ${first?.path} ${first?.message}${rest}.`,
    { errors: [...errors] },
  );
}
