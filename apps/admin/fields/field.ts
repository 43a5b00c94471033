export const fieldTypes = [
  'text',
  'textarea',
  'markdown',
  'number',
  'boolean',
  'select',
  'date',
  'datetime',
  'color',
  'url',
  'media',
  'reference',
  'object',
  'repeater',
  'plugin',
] as const;

export type FieldType = (typeof fieldTypes)[number];

export interface FieldOption {
  readonly value: string;
  readonly label: string;
}

export interface Field {
  readonly name: string;
  readonly label: string;
  readonly type: FieldType;
  /** Heading under which the field is shown; empty for none. */
  readonly group: string;
  readonly required: boolean;
  /** Themes list it on the page of the document. */
  readonly show: boolean;
  /** Null without a default. */
  readonly default: unknown;
  readonly help: string;
  readonly options: readonly FieldOption[];
  readonly multiple: boolean;
  /** Minimum number, length or row count. */
  readonly min: number | null;
  readonly max: number | null;
  readonly whole: boolean;
  /** Document types that a reference accepts; empty for any. */
  readonly to: readonly string[];
  /** `plugin/type` of a field with a type of a plugin; empty for others. */
  readonly format: string;
  readonly input: 'stars' | 'slider' | null;
  readonly fields: readonly Field[];
}

export type FieldValues = Readonly<Record<string, unknown>>;

/** Error messages by path of the value (`menu[0].url`). */
export type FieldErrors = Readonly<Record<string, string>>;

/** For definitions from the API or hand-written files; missing keys get their defaults. */
export function readFields(given: unknown): Field[] {
  return Array.isArray(given) ? given.filter(isMap).map(readField) : [];
}

export function readField(given: FieldValues): Field {
  const name = textOf(given['name']);
  return {
    name,
    label: textOf(given['label']) || titleOf(name),
    type: fieldTypes.find((type) => type === given['type']) ?? 'text',
    group: textOf(given['group']).trim(),
    required: given['required'] === true,
    show: given['show'] === true,
    default: given['default'] ?? null,
    help: textOf(given['help']),
    options: readOptions(given['options']),
    multiple: given['multiple'] === true,
    min: numberOf(given['min']),
    max: numberOf(given['max']),
    whole: given['whole'] === true,
    to: Array.isArray(given['to']) ? given['to'].map(textOf) : [],
    format: textOf(given['format']),
    input: given['input'] === 'stars' || given['input'] === 'slider' ? given['input'] : null,
    fields: readFields(given['fields']),
  };
}

function readOptions(given: unknown): FieldOption[] {
  if (!Array.isArray(given)) return [];
  return given.map((option: unknown) => {
    if (!isMap(option)) return { value: textOf(option), label: textOf(option) };
    const value = textOf(option['value']);
    return { value, label: textOf(option['label']) || value };
  });
}

export const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Empty for values that a line of text cannot show. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

const numberOf = (value: unknown) => (typeof value === 'number' ? value : null);

/** `event_start` → `Event start` */
function titleOf(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
