import type { KeyPath } from '../finding.ts';
import { formatPath } from '../finding.ts';
import { isMap } from '../shape.ts';
import { getOwnValue, isAbsent } from './check-values.ts';
import type { FieldDefinition } from './field.ts';

/** Definitions by `plugin/type`. */
export type PluginFieldTypes = ReadonlyMap<string, FieldDefinition>;

/**
 * Gives fields with the type of a plugin the definition of that plugin (ADD-PLUG-10). Name, label, help, group,
 * `required`, `show` and `default` stay those of the field. Without the plugin, a field keeps the type `plugin`, which
 * accepts every value.
 */
export function withPluginTypes(
  definitions: readonly FieldDefinition[],
  types: PluginFieldTypes,
): readonly FieldDefinition[] {
  return definitions.map((definition) => {
    const { name, label, group, required, show, help, format } = definition;
    const found = types.get(format);
    if (!found) return { ...definition, fields: withPluginTypes(definition.fields, types) };
    const own = { name, group, required, show, format };
    return {
      ...found,
      ...own,
      label: label || found.label,
      help: help || found.help,
      default: definition.default ?? found.default,
    };
  });
}

export interface FormattedValue {
  readonly format: string;
  /** Such as `talks[0].score`. */
  readonly path: string;
  readonly value: unknown;
}

/** Present values of fields with the type of a plugin, at every level. */
export function listFormats(
  definitions: readonly FieldDefinition[],
  values: Readonly<Record<string, unknown>>,
  path: KeyPath = [],
): FormattedValue[] {
  return definitions.flatMap((definition) => {
    const value = getOwnValue(values, definition.name);
    if (isAbsent(value)) return [];
    const here = [...path, definition.name];
    const { format, fields } = definition;
    if (format !== '') return [{ format, path: formatPath(here), value }];
    const rows = Array.isArray(value) ? (value as unknown[]) : [value];
    return rows.flatMap((row, index) =>
      isMap(row) ? listFormats(fields, row, Array.isArray(value) ? [...here, index] : here) : [],
    );
  });
}
