import { maxLengthOf, ownFormFields, type SiteForm, type SiteFormField } from '@galley/settings';

/** A text of the page, by its key. */
export interface EntryFault {
  readonly text:
    | 'form_required'
    | 'form_not_ticked'
    | 'form_too_long'
    | 'form_not_email'
    | 'form_not_url'
    | 'form_not_number'
    | 'form_not_date'
    | 'form_not_option'
    | 'form_trap';
  readonly max?: number;
}

export interface CheckedEntry {
  /** As typed, for the form and for storage; without empty ones. */
  readonly values: Readonly<Record<string, string>>;
  /** By field; the entry is stored if there are none. */
  readonly faults: Readonly<Record<string, EntryFault>>;
}

/** Fields that the form does not define are ignored. */
export function checkEntry({ fields }: SiteForm, sent: URLSearchParams): CheckedEntry {
  const values: Record<string, string> = {};
  const faults: Record<string, EntryFault> = {};
  for (const field of fields) {
    const value = valueOf(field, sent.get(field.name) ?? '');
    const fault = findFault(field, value);
    if (value !== '') values[field.name] = value;
    if (fault) faults[field.name] = fault;
  }
  const { trap } = ownFormFields;
  if (sent.get(trap)?.trim()) faults[trap] = { text: 'form_trap' };
  return { values, faults };
}

function valueOf({ type }: SiteFormField, sent: string): string {
  if (type === 'checkbox') return sent === '' ? '' : 'yes';
  const lines = sent.replace(/\r\n?/g, '\n').replace(/(?!\n)\p{Cc}/gu, ' ');
  return (type === 'textarea' ? lines : lines.replaceAll('\n', ' ')).trim();
}

function findFault(field: SiteFormField, value: string): EntryFault | undefined {
  if (value === '') {
    if (!field.required) return undefined;
    return { text: field.type === 'checkbox' ? 'form_not_ticked' : 'form_required' };
  }
  const max = maxLengthOf(field);
  if (value.length > max) return { text: 'form_too_long', max };
  return faultOfType(field, value);
}

function faultOfType({ type, options }: SiteFormField, value: string): EntryFault | undefined {
  switch (type) {
    case 'email':
      return /^[^\s@]+@[^\s@]+$/.test(value) ? undefined : { text: 'form_not_email' };
    case 'url':
      return isWebAddress(value) ? undefined : { text: 'form_not_url' };
    case 'number':
      return isNumber(value) ? undefined : { text: 'form_not_number' };
    case 'date':
      return isDate(value) ? undefined : { text: 'form_not_date' };
    case 'select':
      return options.includes(value) ? undefined : { text: 'form_not_option' };
    default:
      return undefined;
  }
}

function isWebAddress(value: string): boolean {
  return /^https?:$/.test(URL.parse(value)?.protocol ?? '');
}

/** As browsers send numbers. */
function isNumber(value: string): boolean {
  return /^[-+]?[\d.]+(?:e[-+]?\d+)?$/i.test(value) && Number.isFinite(Number(value));
}

function isDate(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}
