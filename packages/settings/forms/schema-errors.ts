import type { FieldError } from '@galley/kernel';
import { toFieldError, type Finding } from '../finding.ts';
import { findRowFaults, toFormPath } from './form-values.ts';
import type { FormSetting } from './settings-in.ts';

type FormValues = ReadonlyMap<string, unknown>;

/** Before conversion. */
export function findFormFaults(settings: readonly FormSetting[], values: FormValues): FieldError[] {
  return settings.flatMap(({ name, schema }) =>
    findRowFaults(schema, values.get(name)).map((fault) =>
      toFieldError({ ...fault, path: [name, ...fault.path] }),
    ),
  );
}

export function toFormErrors(
  findings: readonly Finding[],
  settings: readonly FormSetting[],
  values: FormValues,
): FieldError[] {
  return findings.map((finding) => {
    const { path } = finding;
    const setting = settings.find((one) => one.path.every((key, index) => path[index] === key));
    if (!setting) return toFieldError(finding);
    const inner = toFormPath(
      setting.schema,
      values.get(setting.name),
      path.slice(setting.path.length),
    );
    return toFieldError({ ...finding, path: [setting.name, ...inner] });
  });
}
