import type { FieldError } from '@galley/kernel';
import { pathText, type Finding } from '../finding.ts';
import { faultsOfRows, formPath } from './form-values.ts';
import type { FormSetting } from './settings-in.ts';

type FormValues = ReadonlyMap<string, unknown>;

/** What is wrong with the form of values before they are in any file. */
export function faultsOfForm(settings: readonly FormSetting[], values: FormValues): FieldError[] {
  return settings.flatMap(({ name, schema }) =>
    faultsOfRows(schema, values.get(name)).map(({ path, message }) => ({
      path: pathText([name, ...path]),
      message,
    })),
  );
}

/** What was found in the file, told by where it stands in the form. */
export function formErrors(
  findings: readonly Finding[],
  settings: readonly FormSetting[],
  values: FormValues,
): FieldError[] {
  return findings.map(({ path, message }) => {
    const setting = settings.find((one) => one.path.every((key, index) => path[index] === key));
    if (!setting) return { path: pathText(path), message };
    const inner = formPath(
      setting.schema,
      values.get(setting.name),
      path.slice(setting.path.length),
    );
    return { path: pathText([setting.name, ...inner]), message };
  });
}
