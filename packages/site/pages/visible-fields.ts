import { fieldLabel, listFields, listPublicFields, type SiteSettings } from '@galley/settings';
import type { PublishedSummary } from '@galley/content';
import { formatDay } from '../languages.ts';
import { publicAddress } from '../markdown/public-address.ts';

type Definition = ReturnType<typeof listFields>[number];

export interface VisibleField {
  readonly name: string;
  readonly label: string;
  readonly text: string;
  /** The address, for a field of the type `url`; otherwise null. */
  readonly url: string | null;
}

/** Fields with a value that the definition puts on the page (`show: true`), in the order of the definitions. */
export function visibleFields(
  { customFields, timeZone }: SiteSettings,
  { path, type, lang, fields }: Pick<PublishedSummary, 'path' | 'type' | 'lang' | 'fields'>,
): readonly VisibleField[] {
  const definitions = listFields(customFields, type).filter(({ show }) => show);
  if (definitions.length === 0) return [];
  const values = listPublicFields(customFields, type, fields);
  return definitions.flatMap((definition) => {
    const { name } = definition;
    const given = [values[name] ?? []].flat();
    const text = given
      .map((value) => textOf(definition, value, { lang, timeZone }))
      .filter((part) => part !== '')
      .join(', ');
    if (text === '') return [];
    // Undefined for an address that could run code.
    const url =
      definition.type === 'url' && given.length === 1
        ? publicAddress(text, 'link', { path })
        : undefined;
    return [{ name, label: fieldLabel(definition), text, url: url ?? null }];
  });
}

interface Reader {
  readonly lang: string;
  readonly timeZone: string;
}

/** Empty for a value that does not fit the definition: files on disk are not checked. */
function textOf({ type, options }: Definition, value: unknown, reader: Reader): string {
  if (type === 'boolean') return value === true ? '✓' : '';
  if (type === 'number') return typeof value === 'number' ? value.toLocaleString(reader.lang) : '';
  if (value instanceof Date) return formatDay(reader.lang, reader.timeZone, value);
  if (typeof value !== 'string') return '';
  if (type === 'select') return options.find((option) => option.value === value)?.label ?? value;
  if (type === 'date' || type === 'datetime') return dateText(type, value, reader);
  return value;
}

function dateText(type: 'date' | 'datetime', value: string, { lang, timeZone }: Reader): string {
  const day = /^\d{4}-\d\d-\d\d$/.test(value);
  const date = new Date(day ? `${value}T12:00:00Z` : value);
  if (Number.isNaN(date.getTime())) return value;
  if (type === 'date' || day) return formatDay(lang, day ? 'UTC' : timeZone, date);
  return new Intl.DateTimeFormat(lang, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone,
  }).format(date);
}
