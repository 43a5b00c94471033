import { checkField } from './check-values.ts';
import type { FieldDefinition, FieldType } from './field.ts';

export interface DefinitionFault {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

export function findDefinitionFaults(definitions: readonly FieldDefinition[]): DefinitionFault[] {
  const names = new Set<string>();
  return definitions.flatMap((definition, index) => {
    const isTwin = names.has(definition.name);
    names.add(definition.name);
    const twin = { path: [index, 'name'], message: `appears twice: ${definition.name}` };
    const own = [...findFaultsOfDefinition(definition)].map(({ path, message }) => ({
      path: [index, ...path],
      message,
    }));
    return [...(isTwin ? [twin] : []), ...own];
  });
}

function* findFaultsOfDefinition(definition: FieldDefinition): Generator<DefinitionFault> {
  const misplaced = [...misplacedKeys(definition)];
  yield* misplaced;
  yield* missingKeys(definition);
  const { min, max, fields } = definition;
  if (min !== undefined && max !== undefined && min > max) {
    yield { path: ['min'], message: `is greater than max, which is ${max}` };
  }
  const inner = findDefinitionFaults(fields).map(({ path, message }) => ({
    path: ['fields', ...path],
    message,
  }));
  yield* inner;
  // A default can only be checked against a valid definition.
  if (misplaced.length === 0 && inner.length === 0) yield* findDefaultFaults(definition);
}

const withText: readonly FieldType[] = ['text', 'textarea', 'markdown'];
const nested: readonly FieldType[] = ['object', 'repeater'];
const bounded: readonly FieldType[] = [...withText, 'number', 'repeater'];
const listed: readonly FieldType[] = ['text', 'number', 'select', 'url', 'media', 'reference'];

function* misplacedKeys(definition: FieldDefinition): Generator<DefinitionFault> {
  const { type, options, fields, to, min, max, multiple, whole } = definition;
  const rules: readonly [key: string, isGiven: boolean, types: readonly FieldType[]][] = [
    ['options', options.length > 0, ['select']],
    ['fields', fields.length > 0, nested],
    ['to', to.length > 0, ['reference']],
    ['min', min !== undefined, bounded],
    ['max', max !== undefined, bounded],
    ['multiple', multiple, listed],
    ['whole', whole, ['number']],
  ];
  for (const [key, isGiven, types] of rules) {
    if (!isGiven || types.includes(type)) continue;
    yield { path: [key], message: `requires the type ${types.join(' or ')}, not ${type}` };
  }
}

function* missingKeys({ type, options, fields }: FieldDefinition): Generator<DefinitionFault> {
  if (type === 'select') {
    if (options.length === 0)
      yield { path: ['options'], message: 'is missing: a select needs at least one option' };
    const values = options.map(({ value }) => value);
    const twin = values.findIndex((value, index) => values.indexOf(value) < index);
    if (twin >= 0) yield { path: ['options', twin], message: `appears twice: ${values[twin]}` };
  }
  if (nested.includes(type) && fields.length === 0) {
    const article = type === 'object' ? 'an object' : 'a repeater';
    yield { path: ['fields'], message: `is missing: ${article} needs at least one field` };
  }
}

function* findDefaultFaults(definition: FieldDefinition): Generator<DefinitionFault> {
  if (definition.default === undefined) return;
  for (const { message } of checkField(definition, definition.default)) {
    yield { path: ['default'], message: `does not fit the field: ${message}` };
    return;
  }
}
