import { fieldFault, type FieldFault } from '@galley/kernel';
import type { FieldDefinition, FieldType } from './field.ts';

export interface FieldKind {
  /** The error of other values. */
  readonly expected: FieldFault;
  readonly fits: (value: unknown) => boolean;
}

type SingleType = Exclude<FieldType, 'object' | 'repeater'>;

/** Keep files and pages readable. */
const maxTextLength = { text: 1_000, textarea: 100_000, markdown: 1_000_000 };

const kinds: { readonly [Type in SingleType]: (definition: FieldDefinition) => FieldKind } = {
  text: (definition) => textKind(definition, maxTextLength.text),
  textarea: (definition) => textKind(definition, maxTextLength.textarea),
  markdown: (definition) => textKind(definition, maxTextLength.markdown),
  number: numberKind,
  boolean: () => ({
    expected: fieldFault('not_a_boolean'),
    fits: (value) => typeof value === 'boolean',
  }),
  select: ({ options }) => ({
    expected: fieldFault('not_one_of', { allowed: options.map(({ value }) => value) }),
    fits: (value) => options.some((option) => option.value === value),
  }),
  date: () => ({ expected: fieldFault('not_a_date', { example: '2026-03-01' }), fits: isDate }),
  datetime: () => ({
    expected: fieldFault('not_a_time', {
      example: ['2026-03-01 09:30', '2026-03-01T09:30:00+01:00'],
    }),
    fits: isDateTime,
  }),
  color: () => ({
    expected: fieldFault('not_a_color', { example: '"#b4320e"' }),
    fits: matches(/^#(?:[\da-f]{3}|[\da-f]{4}|[\da-f]{6}|[\da-f]{8})$/i),
  }),
  // Other schemes, above all `javascript:`, are unsafe in links.
  url: () => ({
    expected: fieldFault('not_an_address', { example: ['/about/', 'https://example.org/'] }),
    fits: matches(/^(?:\/(?![/\\])|#|https?:\/\/|mailto:|tel:)[^\s\\]*$/i, 2_000),
  }),
  media: () => ({
    expected: fieldFault('not_a_media_file', { example: 'media/2026/photo.jpg' }),
    fits: (value) => isPath(value) && value.startsWith('media/'),
  }),
  // Without its plugin, nothing is known about the value, which is kept.
  plugin: () => ({ expected: fieldFault('not_valid'), fits: () => true }),
  reference: () => ({
    expected: fieldFault('not_a_document', { example: 'posts/hello.md' }),
    fits: (value) => isPath(value) && value.endsWith('.md') && !value.startsWith('media/'),
  }),
};

export function toFieldKind(definition: FieldDefinition): FieldKind {
  const { type } = definition;
  if (type === 'object' || type === 'repeater') {
    throw new TypeError(`${type} is no single value`);
  }
  return kinds[type](definition);
}

function textKind({ type, min, max }: FieldDefinition, most: number): FieldKind {
  const [least, greatest] = [min ?? 0, max ?? most];
  const isOneLine = type === 'text';
  return {
    expected:
      isOneLine && least === 0
        ? fieldFault('not_one_line', { max: greatest })
        : fieldFault('text_length', { min: least, max: greatest }),
    fits: (value) => {
      if (!isStorable(value) || (isOneLine && /[\r\n]/.test(value))) return false;
      const { length } = [...value];
      return length >= least && length <= greatest;
    },
  };
}

function numberKind({ min, max, whole }: FieldDefinition): FieldKind {
  return {
    expected: numberFault(whole, min, max),
    fits: (value) =>
      typeof value === 'number' &&
      Number.isFinite(value) &&
      (!whole || Number.isSafeInteger(value)) &&
      value >= (min ?? -Infinity) &&
      value <= (max ?? Infinity),
  };
}

function numberFault(isWhole: boolean, min?: number, max?: number): FieldFault {
  if (min !== undefined && max !== undefined)
    return fieldFault(isWhole ? 'integer_out_of_range' : 'out_of_range', { min, max });
  if (min !== undefined) return fieldFault('too_small', { min });
  if (max !== undefined) return fieldFault('too_large', { max });
  return fieldFault(isWhole ? 'not_an_integer' : 'not_a_number');
}

function matches(pattern: RegExp, most = 1_000): (value: unknown) => boolean {
  return (value) => isStorable(value) && value.length <= most && pattern.test(value);
}

/** PostgreSQL rejects NUL and lone surrogates. */
function isStorable(value: unknown): value is string {
  return typeof value === 'string' && value.isWellFormed() && !value.includes('\0');
}

function isPath(value: unknown): value is string {
  return (
    isStorable(value) &&
    value.length <= 1_000 &&
    !value.includes('\\') &&
    value.split('/').every((part) => part !== '' && !part.startsWith('.'))
  );
}

const dayPattern = /^\d{4}-\d\d-\d\d$/;
const timePattern =
  /^(\d{4}-\d\d-\d\d)(?:[Tt ]([01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)?)?$/;

function isDate(value: unknown): boolean {
  if (typeof value !== 'string' || !dayPattern.test(value)) return false;
  const time = new Date(`${value}T00:00:00Z`);
  // Invalid days such as 30 February either roll over or are no date.
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(value);
}

/** With an offset, or in the site's time zone, like document times. */
function isDateTime(value: unknown): boolean {
  const day = typeof value === 'string' ? timePattern.exec(value)?.[1] : undefined;
  return day !== undefined && isDate(day);
}
