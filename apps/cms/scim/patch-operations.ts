import { parsePath, type AttributePath } from './attribute-path.ts';
import { ScimError } from './scim-error.ts';
import { isObject, memberOf, textOf, type JsonObject } from './values.ts';

export interface Assignment {
  readonly op: 'add' | 'replace' | 'remove';
  readonly path: AttributePath;
  /** `undefined` if the request has none. */
  readonly value: unknown;
}

const operators = ['add', 'replace', 'remove'] as const;
const maxOperations = 1_000;

/** Reads a PATCH body. An operation without a path has an assignment for each attribute. @throws `ScimError` */
export function readOperations(body: JsonObject): Assignment[] {
  const operations = memberOf(body, 'operations');
  if (!Array.isArray(operations))
    throw new ScimError('invalidSyntax', 'The body needs a list "Operations".');
  if (operations.length > maxOperations)
    throw new ScimError('invalidValue', `There are more than ${maxOperations} operations.`);
  return operations.flatMap((operation: unknown) => readOperation(operation));
}

/** Reads a whole resource. */
export function readAttributes(resource: JsonObject): Assignment[] {
  return assignmentsOf('replace', resource);
}

function readOperation(operation: unknown): Assignment[] {
  if (!isObject(operation))
    throw new ScimError('invalidSyntax', 'Each operation must be an object.');
  const word = textOf(memberOf(operation, 'op'), 'op').toLowerCase();
  const op = operators.find((known) => known === word);
  if (!op)
    throw new ScimError('invalidSyntax', `op must be add, replace or remove, not "${word}".`);
  const path = textOf(memberOf(operation, 'path'), 'path');
  const value = memberOf(operation, 'value');
  if (path !== '') return [{ op, path: parsePath(path), value }];
  if (op === 'remove') throw new ScimError('invalidPath', 'op remove needs a path.');
  if (!isObject(value))
    throw new ScimError('invalidValue', 'Without a path, value must be an object of attributes.');
  return assignmentsOf(op, value);
}

function assignmentsOf(op: 'add' | 'replace', attributes: JsonObject): Assignment[] {
  return Object.entries(attributes).map(([name, value]) => ({ op, path: parsePath(name), value }));
}
