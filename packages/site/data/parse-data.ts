import { JsonFault, limitFaultOfValues, parseJson, parseYaml, readToml } from '@galley/settings';
import { DataError } from './data-error.ts';
import { parseCsv } from './parse-csv.ts';

/** Limits of a file. Aliases of YAML count as what they stand for. */
export const dataLimits = {
  bytes: 1024 * 1024,
  keys: 500_000,
  depth: 32,
  aliases: 1_000,
  parts: 1_000_000,
} as const;

/** Parsing takes about 10 µs a part, and every reload parses all files. */
const yamlLimits = { ...dataLimits, bytes: 256 * 1024, keys: 5_000, parts: 30_000 } as const;

const parsers = {
  yaml: parseYamlData,
  json: parseJsonData,
  toml: parseTomlData,
  csv: parseCsv,
} as const;

export type DataFormat = keyof typeof parsers;

/** @throws DataError */
export function parseData(text: string, format: DataFormat): unknown {
  const value = parsers[format](text.replace(/^\uFEFF/, ''));
  const fault = limitFaultOfValues({ value }, { ...dataLimits, depth: dataLimits.depth + 1 });
  if (!fault) return value;
  const { code, message } = fault;
  throw new DataError(
    code === 'too_deep' ? `must be nested at most ${dataLimits.depth} levels deep` : message,
  );
}

function parseYamlData(text: string): unknown {
  const { value, findings } = parseYaml(text, '', yamlLimits);
  const [first] = findings;
  if (first) throw new DataError(first.message, first.place.line);
  return value;
}

function parseJsonData(text: string): unknown {
  try {
    return parseJson(text, dataLimits).value;
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
    throw faultAt(text, error);
  }
}

function parseTomlData(text: string): unknown {
  const read = readToml(text, dataLimits);
  if ('values' in read) return read.values;
  throw faultAt(text, read);
}

function faultAt(
  text: string,
  { message, offset }: { message: string; offset: number },
): DataError {
  return new DataError(message, text.slice(0, offset).split('\n').length);
}
