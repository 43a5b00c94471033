import type { FieldDefinition, FieldType } from './field.ts';

export interface FieldKind {
  /** Completes "must be …". */
  readonly expected: string;
  readonly fits: (value: unknown) => boolean;
}

type SingleType = Exclude<FieldType, 'object' | 'repeater'>;

/** Keep files and pages readable. */
const maxTextLength = { text: 1_000, textarea: 100_000, markdown: 1_000_000 };

const kinds: { readonly [Type in SingleType]: (definition: FieldDefinition) => FieldKind } = {
  text: (definition) => textKind(definition, maxTextLength.text, 'text of one line'),
  textarea: (definition) => textKind(definition, maxTextLength.textarea, 'text'),
  markdown: (definition) => textKind(definition, maxTextLength.markdown, 'Markdown text'),
  number: numberKind,
  boolean: () => ({ expected: 'true or false', fits: (value) => typeof value === 'boolean' }),
  select: ({ options }) => ({
    expected: `one of ${options.map(({ value }) => value).join(', ')}`,
    fits: (value) => options.some((option) => option.value === value),
  }),
  date: () => ({ expected: 'a date such as 2026-03-01', fits: isDate }),
  datetime: () => ({
    expected: 'a time such as 2026-03-01 09:30 or 2026-03-01T09:30:00+01:00',
    fits: isDateTime,
  }),
  color: () => ({
    expected: 'a colour such as "#b4320e" (in quotes)',
    fits: matches(/^#(?:[\da-f]{3}|[\da-f]{4}|[\da-f]{6}|[\da-f]{8})$/i),
  }),
  // Other schemes, above all `javascript:`, are unsafe in links.
  url: () => ({
    expected: 'an address such as /about/ or https://example.org/',
    fits: matches(/^(?:\/(?![/\\])|#|https?:\/\/|mailto:|tel:)[^\s\\]*$/i, 2_000),
  }),
  media: () => ({
    expected: 'a file of the media such as media/2026/photo.jpg',
    fits: (value) => isPath(value) && value.startsWith('media/'),
  }),
  reference: () => ({
    expected: 'the path of a document such as posts/hello.md',
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

function textKind({ type, min, max }: FieldDefinition, most: number, what: string): FieldKind {
  const [least, greatest] = [min ?? 0, max ?? most];
  const bounds =
    least > 0 ? `of ${least} to ${greatest} characters` : `of up to ${greatest} characters`;
  const isOneLine = type === 'text';
  return {
    expected: `${what}, ${bounds} (in quotes where it looks like a number)`,
    fits: (value) => {
      if (!isStorable(value) || (isOneLine && /[\r\n]/.test(value))) return false;
      const { length } = [...value];
      return length >= least && length <= greatest;
    },
  };
}

function numberKind({ min, max, whole }: FieldDefinition): FieldKind {
  const what = whole ? 'a whole number' : 'a number';
  const bounds = [
    min === undefined ? '' : ` from ${min}`,
    max === undefined ? '' : ` up to ${max}`,
  ];
  return {
    expected: what + bounds.join(''),
    fits: (value) =>
      typeof value === 'number' &&
      Number.isFinite(value) &&
      (!whole || Number.isSafeInteger(value)) &&
      value >= (min ?? -Infinity) &&
      value <= (max ?? Infinity),
  };
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
