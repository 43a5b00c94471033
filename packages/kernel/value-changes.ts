import { canonicalJson, sha256 } from './hashing.ts';
import { isSecretName, redacted, redactSecrets } from './redaction.ts';

export interface ValueChange {
  /** Null for an added value. */
  readonly old: unknown;
  /** Null for a removed value. */
  readonly new: unknown;
}

/** By path, such as `editorial.require_approval`. */
export type ValueChanges = Readonly<Record<string, ValueChange>>;

/** From most to least detail: levels of mappings to compare, and maximum JSON characters of a value. */
const details = [
  { levels: 20, length: 500 },
  { levels: 20, length: 80 },
  { levels: 1, length: 80 },
  { levels: 0, length: 0 },
] as const;
const maxLength = 10_000;

/** Secrets masked, long values cut with a hash. Rows of a list are compared by `name` or `key` where they have one. */
export function valueChanges(before: object, after: object): ValueChanges {
  const pair = { old: before, new: after };
  for (const { levels, length } of details) {
    const changes = Object.fromEntries(differences('', pair, levels).map(shortened(length)));
    if (JSON.stringify(changes).length <= maxLength) return changes;
  }
  return {};
}

type Difference = readonly [path: string, change: ValueChange];

function differences(path: string, pair: ValueChange, levels: number): Difference[] {
  if (canonicalJson(pair.old ?? null) === canonicalJson(pair.new ?? null)) return [];
  const [old, now] = [mappingIn(pair.old, pair.new), mappingIn(pair.new, pair.old)];
  const keys = new Set([...(old?.keys() ?? []), ...(now?.keys() ?? [])]);
  if (levels === 0 || !old || !now || keys.size === 0) return [[path, pair]];
  return [...keys].flatMap((key) =>
    differences(
      path === '' ? key : `${path}.${key}`,
      { old: old.get(key) ?? null, new: now.get(key) ?? null },
      levels - 1,
    ),
  );
}

/** Also for a list of rows with distinct names. A missing value compared with a mapping counts as empty. */
function mappingIn(value: unknown, other?: unknown): ReadonlyMap<string, unknown> | undefined {
  const isAbsent = (value ?? null) === null;
  if (isAbsent && other !== undefined && !Array.isArray(other) && mappingIn(other))
    return new Map();
  if (typeof value !== 'object' || value === null) return undefined;
  if (!Array.isArray(value)) return new Map(Object.entries(value));
  const names = value.map(nameOfRow);
  const isDistinct = names.length > 0 && new Set(names).size === names.length;
  if (!isDistinct || names.includes(undefined)) return undefined;
  return new Map(value.map((row, index) => [names[index]!, row as unknown]));
}

function nameOfRow(row: unknown): string | undefined {
  if (typeof row !== 'object' || row === null) return undefined;
  const { key, name = key } = row as Readonly<Record<string, unknown>>;
  return typeof name === 'string' ? name : undefined;
}

const shortened =
  (length: number) =>
  ([path, change]: Difference): Difference => {
    const name = path.slice(path.lastIndexOf('.') + 1);
    const fit = (value: unknown) => shortenedValue(masked(name, value ?? null), length);
    return [path.slice(0, 200), { old: fit(change.old), new: fit(change.new) }];
  };

export function maskSecrets(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return masked('', values) as Record<string, unknown>;
}

/** Numbers and booleans stay under any name: they count secrets or say whether one is set. */
function masked(name: string, value: unknown): unknown {
  if (typeof value === 'string')
    return isSecretName(name) && value !== '' ? redacted : redactSecrets(value);
  if (Array.isArray(value)) return value.map((inner) => masked(name, inner));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      masked(isSecretName(name) ? name : key, inner),
    ]),
  );
}

function shortenedValue(value: unknown, length: number): unknown {
  const json = canonicalJson(value);
  if (json.length <= Math.max(length, 40)) return value;
  return { starts: json.slice(0, length), length: json.length, sha256: sha256(json) };
}
