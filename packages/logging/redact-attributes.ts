import { isSecretName, redacted, redactSecrets, type LogAttributes } from '@galley/kernel';

const deepest = 8;

/**
 * Attributes as they may be written: texts are without secrets of known formats, what stands under the name of a secret
 * is left out, and nothing is in them that JSON has no word for. Numbers and yes-or-no stay, such as a count of tokens.
 */
export function redactAttributes(attributes: LogAttributes): LogAttributes {
  return membersOf(attributes, []);
}

function membersOf(value: object, around: readonly object[]): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      isSecretName(name) ? withoutTexts(inner) : writable(inner, [...around, value]),
    ]),
  );
}

function withoutTexts(value: unknown): unknown {
  const isPlain = value === null || ['number', 'boolean', 'undefined'].includes(typeof value);
  return isPlain ? value : redacted;
}

function writable(value: unknown, around: readonly object[]): unknown {
  switch (typeof value) {
    case 'string':
      return redactSecrets(value);
    case 'bigint':
    case 'symbol':
      return String(value);
    case 'function':
      return undefined;
    case 'object':
      return value === null ? null : writableObject(value, around);
    default:
      return value;
  }
}

function writableObject(value: object, around: readonly object[]): unknown {
  if (value instanceof Error) return redactSecrets(value.stack ?? String(value));
  if (value instanceof Date || value instanceof URL) return redactSecrets(textOf(value));
  if (around.includes(value) || around.length >= deepest) return '[…]';
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (value instanceof Set || value instanceof Map) return writable([...value], around);
  if (Array.isArray(value)) return value.map((inner) => writable(inner, [...around, value]));
  return membersOf(value, around);
}

/** The same as in JSON, and never an error: a date may be none. */
function textOf(value: Date | URL): string {
  const json: unknown = value.toJSON();
  return typeof json === 'string' ? json : String(value);
}
