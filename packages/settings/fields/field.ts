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
] as const;

export type FieldType = (typeof fieldTypes)[number];

export interface FieldOption {
  /** What is kept. */
  readonly value: string;
  /** What people see. */
  readonly label: string;
}

/** One field that people fill in, as `custom-fields.yaml` and `plugin.yaml` define it (GAP-SET-2). */
export interface FieldDefinition {
  readonly name: string;
  /** Empty where none is given. */
  readonly label: string;
  readonly type: FieldType;
  readonly required: boolean;
  /** Undefined where there is none. */
  readonly default: unknown;
  readonly help: string;
  /** Of a `select`; else empty. */
  readonly options: readonly FieldOption[];
  /** A list of such values rather than one. */
  readonly multiple: boolean;
  /** Least number, least characters of a text, or least rows of a repeater. */
  readonly min: number | undefined;
  readonly max: number | undefined;
  /** A number without a fraction. */
  readonly whole: boolean;
  /** Content types that a reference may lead to; empty for any. */
  readonly to: readonly string[];
  /** Of an `object`, or of each row of a `repeater`. */
  readonly fields: readonly FieldDefinition[];
}
