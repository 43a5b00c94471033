import { isSecretName, redacted, redactSecrets, type LogAttributes } from '@galley/kernel';

const maxDepth = 8;

/** Numbers and booleans stay, since a count of tokens is no secret. */
export function redactAttributes(attributes: LogAttributes): LogAttributes {
  return membersOf(attributes, []);
}

function membersOf(value: object, around: readonly object[]): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      isSecretName(name) ? redactText(inner) : toWritable(inner, [...around, value]),
    ]),
  );
}

function redactText(value: unknown): unknown {
  const isPlain = value === null || ['number', 'boolean', 'undefined'].includes(typeof value);
  return isPlain ? value : redacted;
}

function toWritable(value: unknown, around: readonly object[]): unknown {
  switch (typeof value) {
    case 'string':
      return redactSecrets(value);
    case 'bigint':
    case 'symbol':
      return String(value);
    case 'function':
      return undefined;
    case 'object':
      return value === null ? null : toWritableObject(value, around);
    default:
      return value;
  }
}

function toWritableObject(value: object, around: readonly object[]): unknown {
  if (value instanceof Error) return redactSecrets(value.stack ?? String(value));
  if (value instanceof Date || value instanceof URL) return redactSecrets(toText(value));
  if (around.includes(value) || around.length >= maxDepth) return '[…]';
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (value instanceof Set || value instanceof Map) return toWritable([...value], around);
  if (Array.isArray(value)) return value.map((inner) => toWritable(inner, [...around, value]));
  return membersOf(value, around);
}

/** `toJSON` of an invalid date is null, where `toISOString` would throw. */
function toText(value: Date | URL): string {
  const json: unknown = value.toJSON();
  return typeof json === 'string' ? json : String(value);
}
