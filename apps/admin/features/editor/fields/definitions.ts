import { useQuery } from '@tanstack/react-query';
import { may, useSession } from '../../../app/session.ts';
import { galley } from '../../../lib/galley.ts';
import { isMapping, type Values } from '../session/frontmatter-text.ts';

/** A custom field, as `custom-fields.yaml` defines it. */
export interface Definition {
  readonly name: string;
  readonly label: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly help: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly isMultiple: boolean;
  readonly min?: number;
  readonly max?: number;
  readonly to: readonly string[];
  readonly fields: readonly Definition[];
}

/** Those of a type of document. Null for whom the server does not tell them: only who manages settings may ask. */
export function useDefinitions(type: string): readonly Definition[] | null {
  const isTold = may(useSession(), 'config.manage');
  const { data } = useQuery({
    queryKey: ['custom-fields'],
    queryFn: ({ signal }) => galley.customFields.get({}, { signal }),
    enabled: isTold,
    staleTime: 60_000,
  });
  return data ? definitionsIn(data.types[type]) : null;
}

function definitionsIn(given: unknown): Definition[] {
  return Array.isArray(given) ? given.filter(isMapping).map(definitionIn) : [];
}

function definitionIn(given: Values): Definition {
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  const name = text(given['name']);
  const { min, max, to, options } = given;
  return {
    ...{ name, label: text(given['label']) || name, type: text(given['type']) || 'text' },
    ...{ isRequired: given['required'] === true, help: text(given['help']) },
    options: Array.isArray(options) ? options.map(optionIn) : [],
    isMultiple: given['multiple'] === true,
    ...(typeof min === 'number' && { min }),
    ...(typeof max === 'number' && { max }),
    to: Array.isArray(to) ? to.map(String) : [],
    fields: definitionsIn(given['fields']),
  };
}

function optionIn(option: unknown) {
  const { value, label } = isMapping(option) ? option : { value: option, label: option };
  return { value: String(value), label: String(label ?? value) };
}

/** What a value looks like, where nobody says what it is. */
export function derivedDefinitions(values: Values): Definition[] {
  return Object.entries(values).map(([name, value]) => derived(name, value));
}

function derived(name: string, value: unknown): Definition {
  const isMultiple = Array.isArray(value) && value.length > 0 && !value.some(isMapping);
  const one: unknown = isMultiple ? (value as unknown[])[0] : value;
  const rows = Array.isArray(value) ? value.filter(isMapping) : [];
  const parts: Values = isMapping(value) ? value : (Object.assign({}, ...rows) as Values);
  return {
    ...{ name, label: name, type: typeOf(one), isRequired: false, help: '', options: [], to: [] },
    ...{ isMultiple, fields: derivedDefinitions(parts) },
  };
}

function typeOf(value: unknown): string {
  if (typeof value === 'boolean' || typeof value === 'number') return typeof value;
  if (Array.isArray(value)) return 'repeater';
  if (isMapping(value)) return 'object';
  const text = typeof value === 'string' ? value : '';
  if (/^media\/\S+$/.test(text)) return 'media';
  if (/^#(?:[\da-f]{3}|[\da-f]{6})$/i.test(text)) return 'color';
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return 'date';
  return text.includes('\n') || text.length > 80 ? 'textarea' : 'text';
}
