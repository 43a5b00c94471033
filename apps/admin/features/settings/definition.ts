import { isMap, readField, textOf, type Field, type FieldType } from '../../fields/index.ts';
import type { customFieldMessages } from './custom-field-messages.ts';
import type { TextsOf } from '../../lib/messages.ts';

/** As in `custom-fields.yaml`, without defaults. */
export type Definition = Readonly<Record<string, unknown>>;

export function readDefinitions(given: unknown): Definition[] {
  return Array.isArray(given) ? given.filter(isMap) : [];
}

const nested: readonly FieldType[] = ['object', 'repeater'];
const texts: readonly FieldType[] = ['text', 'textarea', 'markdown'];

/** Keys that apply to some field types only; all other keys apply to every type. */
const typesOf: Readonly<Record<string, readonly FieldType[]>> = {
  options: ['select'],
  fields: nested,
  to: ['reference'],
  min: [...texts, 'number', 'repeater'],
  max: [...texts, 'number', 'repeater'],
  multiple: ['text', 'number', 'select', 'url', 'media', 'reference'],
  whole: ['number'],
  input: ['number'],
  format: ['plugin'],
  show: ['text', 'textarea', 'number', 'boolean', 'select', 'date', 'datetime', 'url', 'plugin'],
};

export function appliesToType(key: string, type: FieldType): boolean {
  return typesOf[key]?.includes(type) ?? true;
}

export function cleanDefinition(definition: Definition): Definition {
  const { type } = readField(definition);
  const entries = Object.entries(definition).filter(
    ([key, value]) => appliesToType(key, type) && !isEmptyEntry(key, value),
  );
  return Object.fromEntries(
    entries.map(([key, value]) => [key, key === 'options' ? writtenOptions(value) : value]),
  );
}

function isEmptyEntry(key: string, value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  if (value === false) return key !== 'default';
  return Array.isArray(value) && value.length === 0;
}

export function optionRows(definition: Definition): Definition {
  const { options } = readField(definition);
  const rows = options.map(({ value, label }) => ({ value, label: label === value ? '' : label }));
  return rows.length === 0 ? definition : { ...definition, options: rows };
}

function writtenOptions(rows: unknown): unknown {
  if (!Array.isArray(rows)) return rows;
  return rows.map((row: unknown) => {
    if (!isMap(row)) return row;
    const [value, label] = [textOf(row['value']), textOf(row['label'])];
    return label === '' || label === value ? value : { value, label };
  });
}

/** `Event start` → `event_start` */
export function nameFor(label: string): string {
  const plain = label
    .replaceAll('ß', 'ss')
    .replace(/[äöü]/gi, (letter) => `${letter}e`)
    .normalize('NFD')
    .toLowerCase()
    .replace(/\p{M}/gu, '');
  const name = plain.replace(/[^a-z0-9]+/g, '_').replace(/^[_\d]+|_+$/g, '');
  return name.slice(0, 50).replace(/_+$/, '');
}

export function defaultField(
  definition: Definition,
  messages: TextsOf<typeof customFieldMessages>,
): Field {
  const field = readField(definition);
  const own = { name: 'default', label: messages.default, help: messages.defaultHelp };
  return { ...field, ...own, required: false, default: null };
}
