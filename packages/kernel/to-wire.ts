/** `runId` → `run_id`. */
export type SnakeCase<Name> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : '';

type WireValue<Value> = Value extends Date
  ? string
  : Value extends readonly (infer Item)[]
    ? Item[]
    : Value;

export type Wire<Source> = { [Name in keyof Source as SnakeCase<Name>]: WireValue<Source[Name]> };

/**
 * snake_case names and ISO 8601 times, as in the API. Nested values stay unchanged, because names in JSON that people or
 * agents wrote must stay.
 */
export function toWire<Source extends object>(record: Source): Wire<Source> {
  const fields = Object.entries(record).map(([name, value]: [string, unknown]) => [
    snakeCase(name),
    value instanceof Date ? value.toISOString() : value,
  ]);
  return Object.fromEntries(fields) as Wire<Source>;
}

export function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
