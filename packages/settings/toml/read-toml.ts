import { parse, TomlDate, TomlError } from 'smol-toml';
import { fieldFault, type FieldFault } from '@galley/kernel';
import { type Values } from '../yaml/json-values.ts';
import { limitFaultOfValues, type YamlLimits } from '../yaml/yaml-limits.ts';

export type ReadToml =
  { readonly values: Values } | { readonly message: string; readonly offset: number };

/** Dates, and numbers that JSON cannot represent, become text. */
export function readToml(toml: string, limits: YamlLimits): ReadToml {
  const { bytes, depth } = limits;
  if (Buffer.byteLength(toml) > bytes) {
    return tooLarge(fieldFault('too_many_bytes', { max: bytes }));
  }
  try {
    const values = parse(toml, { maxDepth: depth, integersAsBigInt: 'asNeeded' });
    // Dotted keys nest deeper than the parser counts, so the limits come before the recursion.
    const fault = limitFaultOfValues(values, limits);
    return fault ? tooLarge(fault) : { values: plainValue(values) as Values };
  } catch (error) {
    if (error instanceof TomlError) return problemOf(error, toml);
    throw error;
  }
}

const tooLarge = ({ message }: FieldFault) => ({ message: `The TOML ${message}`, offset: 0 });

function problemOf({ message, line, column }: TomlError, toml: string): ReadToml {
  const [, reason = message] = /^Invalid TOML document: (.*)/.exec(message) ?? [];
  const lines = toml.split('\n').slice(0, line - 1);
  const lineStart = lines.reduce((sum, one) => sum + one.length + 1, 0);
  const offset = Math.min(lineStart + Math.max(column - 1, 0), toml.length);
  return { message: `The TOML is not valid: ${reason}`, offset };
}

function plainValue(value: unknown): unknown {
  if (value instanceof TomlDate) return value.toISOString().replace(/\.000(?=[Z+-]|$)/, '');
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : numberText(value);
  if (Array.isArray(value)) return value.map(plainValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plainValue(inner)]));
}

function numberText(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  return value > 0 ? 'inf' : '-inf';
}
