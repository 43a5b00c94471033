import {
  frontmatterLimits,
  generateCandidates,
  isObject,
  JsonFault,
  parseJson,
  readBlock,
  readToml,
  type Values,
  type YamlChange,
} from '@galley/settings';
import type { FrontmatterFormat } from './fences.ts';
import { editJson } from './edit-json.ts';
import { editToml } from './toml/edit-toml.ts';

type ReadValues =
  { readonly values: Values } | { readonly message: string; readonly offset: number };

interface Format {
  /** Never throws. */
  readonly read: (block: string) => ReadValues;
  /** Ways to write a change of readable text, most faithful first; the caller verifies each by reading it. */
  readonly candidates: (block: string, change: YamlChange) => Iterable<string>;
  readonly hasNull: boolean;
}

export const formats: Readonly<Record<FrontmatterFormat, Format>> = {
  yaml: {
    read: (block) => readBlock(block),
    candidates: yamlCandidates,
    hasNull: true,
  },
  toml: {
    read: (block) => readToml(block, frontmatterLimits),
    candidates: (block, change) => [editToml(block, change)],
    hasNull: false,
  },
  json: {
    read: readJson,
    candidates: (block, { after, ending }) => [editJson(block, after, ending)],
    hasNull: true,
  },
};

function yamlCandidates(block: string, change: YamlChange): Iterable<string> {
  const read = readBlock(block);
  return 'values' in read ? generateCandidates(block, read, change) : [];
}

function readJson(block: string): ReadValues {
  try {
    return { values: parseJson(block, frontmatterLimits).value as Values };
  } catch (error) {
    if (error instanceof JsonFault) return { message: error.message, offset: error.offset };
    throw error;
  }
}

/** TOML cannot write null, so a null key is absent; nulls in lists stay and make the change impossible. */
export function withoutNulls(values: Values): Values {
  const kept = Object.entries(values).filter(([, value]) => value !== null);
  return Object.fromEntries(
    kept.map(([key, value]) => [key, isObject(value) ? withoutNulls(value) : value]),
  );
}
