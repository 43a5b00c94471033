import { fieldFault } from '@galley/kernel';
import type { KeyFault } from '../finding.ts';
import { checkField } from './check-values.ts';
import type { FieldDefinition, FieldType } from './field.ts';

export function findDefinitionFaults(definitions: readonly FieldDefinition[]): KeyFault[] {
  const names = new Set<string>();
  return definitions.flatMap((definition, index) => {
    const isTwin = names.has(definition.name);
    names.add(definition.name);
    const twin = { path: [index, 'name'], ...fieldFault('duplicate', { value: definition.name }) };
    const own = [...findFaultsOfDefinition(definition)].map((fault) => ({
      ...fault,
      path: [index, ...fault.path],
    }));
    return [...(isTwin ? [twin] : []), ...own];
  });
}

function* findFaultsOfDefinition(definition: FieldDefinition): Generator<KeyFault> {
  const misplaced = [...misplacedKeys(definition)];
  yield* misplaced;
  yield* missingKeys(definition);
  const { min, max, fields } = definition;
  if (min !== undefined && max !== undefined && min > max) {
    yield { path: ['min'], ...fieldFault('min_above_max', { max }) };
  }
  const inner = findDefinitionFaults(fields).map((fault) => ({
    ...fault,
    path: ['fields', ...fault.path],
  }));
  yield* inner;
  for (const [index, { show }] of fields.entries())
    if (show) yield { path: ['fields', index, 'show'], ...fieldFault('not_inside_field') };
  // A default can only be checked against a valid definition.
  if (misplaced.length === 0 && inner.length === 0) yield* findDefaultFaults(definition);
}

const withText: readonly FieldType[] = ['text', 'textarea', 'markdown'];
/** Types whose value is a line of text. */
const shownTypes: readonly FieldType[] = [
  'text',
  'textarea',
  'number',
  'boolean',
  'select',
  'date',
  'datetime',
  'url',
  'plugin',
];
const nested: readonly FieldType[] = ['object', 'repeater'];
const bounded: readonly FieldType[] = [...withText, 'number', 'repeater'];
const listed: readonly FieldType[] = ['text', 'number', 'select', 'url', 'media', 'reference'];

function* misplacedKeys(definition: FieldDefinition): Generator<KeyFault> {
  const { type, options, fields, to, min, max, multiple, whole, show, format, input } = definition;
  const rules: readonly [key: string, isGiven: boolean, types: readonly FieldType[]][] = [
    ['options', options.length > 0, ['select']],
    ['fields', fields.length > 0, nested],
    ['to', to.length > 0, ['reference']],
    ['min', min !== undefined, bounded],
    ['max', max !== undefined, bounded],
    ['multiple', multiple, listed],
    ['whole', whole, ['number']],
    ['show', show, shownTypes],
    ['format', format !== '', ['plugin']],
    ['input', input !== undefined, ['number']],
  ];
  for (const [key, isGiven, types] of rules) {
    if (!isGiven || types.includes(type)) continue;
    yield { path: [key], ...fieldFault('only_with_types', { types, found: type }) };
  }
}

/** More stars than these are hard to count. */
const maxStars = 10;

function* findInputFaults({ input, whole, min, max }: FieldDefinition): Generator<KeyFault> {
  if (input === undefined) return;
  if (max === undefined || (input === 'slider' && min === undefined))
    yield { path: ['input'], ...fieldFault('requires', { other: 'min, max' }) };
  if (input !== 'stars') return;
  if (!whole) yield { path: ['input'], ...fieldFault('requires', { other: 'whole: true' }) };
  if (max !== undefined && max > maxStars)
    yield { path: ['max'], ...fieldFault('too_large', { max: maxStars }) };
}

function* missingKeys(definition: FieldDefinition): Generator<KeyFault> {
  const { type, options, fields, format } = definition;
  yield* findInputFaults(definition);
  if (type === 'plugin' && format === '')
    yield {
      path: ['format'],
      ...fieldFault('required', { label: 'Format', example: 'reviews/rating' }),
    };
  if (type === 'select') {
    if (options.length === 0)
      yield { path: ['options'], ...fieldFault('required', { label: 'Options' }) };
    const values = options.map(({ value }) => value);
    const twin = values.findIndex((value, index) => values.indexOf(value) < index);
    if (twin >= 0)
      yield { path: ['options', twin], ...fieldFault('duplicate', { value: values[twin]! }) };
  }
  if (nested.includes(type) && fields.length === 0) {
    yield { path: ['fields'], ...fieldFault('required', { label: 'Fields' }) };
  }
}

function* findDefaultFaults(definition: FieldDefinition): Generator<KeyFault> {
  if (definition.default === undefined) return;
  const [fault] = checkField(definition, definition.default);
  if (fault) yield { ...fault, path: ['default'] };
}
