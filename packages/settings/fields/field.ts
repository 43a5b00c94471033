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

/** Other inputs than that of the type. */
export const fieldInputs = ['stars', 'slider'] as const;

export type FieldType = (typeof fieldTypes)[number];

export interface FieldOption {
  readonly value: string;
  readonly label: string;
}

/** Field defined in `custom-fields.yaml` or `plugin.yaml` (GAP-SET-2). */
export interface FieldDefinition {
  readonly name: string;
  /** Empty when missing. */
  readonly label: string;
  readonly type: FieldType;
  /** Heading under which forms show the field; empty when missing. */
  readonly group: string;
  readonly required: boolean;
  /** Themes list it on the page of the document. */
  readonly show: boolean;
  readonly default: unknown;
  readonly help: string;
  /** Choices of a `select`, otherwise empty. */
  readonly options: readonly FieldOption[];
  readonly multiple: boolean;
  /** Number, text length or number of rows. */
  readonly min: number | undefined;
  readonly max: number | undefined;
  readonly whole: boolean;
  /** Content types of a reference; empty for all. */
  readonly to: readonly string[];
  /** `plugin/type` of a field with a type of a plugin, which replaces the type `plugin` while it runs (ADD-PLUG-10). */
  readonly format: string;
  readonly input: (typeof fieldInputs)[number] | undefined;
  /** Fields of an `object` or of each `repeater` row. */
  readonly fields: readonly FieldDefinition[];
}
