import { lstat, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing } from '@galley/kernel';
import { parseYaml } from '@galley/settings';
import { textKeys } from './interface-texts.ts';
import { english } from './english.ts';
import type { TextFiles, Texts } from './site-texts.ts';

export interface TextFault {
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

export interface ReadTexts {
  readonly texts: TextFiles;
  /** Texts with faults are left out. */
  readonly faults: readonly TextFault[];
}

export interface TextFolder {
  /** May be missing. */
  readonly folder: string;
  /** Its first group is the language. */
  readonly pattern: RegExp;
  /** Folder for messages. */
  readonly shown: string;
  /** Further keys that are allowed; any if missing. */
  readonly declared?: ReadonlySet<string>;
}

const maxBytes = 64 * 1024;

/** Reads one YAML file for each language. */
export async function readTexts(from: TextFolder): Promise<ReadTexts> {
  const texts: Record<string, Texts> = {};
  const faults: TextFault[] = [];
  for (const name of await fileNames(from.folder)) {
    const lang = from.pattern.exec(name)?.[1]?.toLowerCase();
    if (lang === undefined) continue;
    const file = `${from.shown}${name}`;
    const place = join(from.folder, name);
    const { size } = await lstat(place);
    if (size > maxBytes) {
      const message = `has ${size} bytes; at most ${maxBytes} are allowed`;
      faults.push({ file, line: 1, message });
      continue;
    }
    const found = parseTexts(await readFile(place, 'utf8'), file, from.declared);
    texts[lang] = found.texts;
    faults.push(...found.faults);
  }
  return { texts, faults };
}

async function fileNames(folder: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

function parseTexts(
  yaml: string,
  file: string,
  declared: ReadonlySet<string> | undefined,
): { readonly texts: Texts; readonly faults: readonly TextFault[] } {
  const source = parseYaml(yaml, file);
  const faults = source.findings.map(({ place, message }) => ({
    file,
    line: place.line ?? 1,
    message,
  }));
  if (faults.length > 0 || source.value === null) return { texts: {}, faults };
  if (!isMapping(source.value)) {
    return { texts: {}, faults: [{ file, line: 1, message: 'must be a mapping of texts' }] };
  }
  const texts: Record<string, string | Record<string, string>> = {};
  for (const [key, value] of Object.entries(source.value)) {
    const message = faultOf(key, value, declared);
    if (message === undefined) texts[key] = value as string | Record<string, string>;
    else faults.push({ file, line: source.placeOf([key], 'key').line ?? 1, message });
  }
  return { texts, faults };
}

function faultOf(
  key: string,
  value: unknown,
  declared: ReadonlySet<string> | undefined,
): string | undefined {
  if (declared && !textKeys.has(key) && !declared.has(key)) {
    return `${key} is neither a text of Galley nor of the theme`;
  }
  if (key === 'names') {
    const isValid =
      isMapping(value) && Object.values(value).every((one) => typeof one === 'string');
    return isValid ? undefined : 'names must be a mapping of texts';
  }
  if (typeof value !== 'string') return `${key} must be text, in quotes if it looks like a number`;
  const known = textKeys.has(key) ? placeholders(english[key as keyof typeof english]) : undefined;
  const unknown = known && placeholders(value).find((one) => !known.includes(one));
  return (
    unknown && `${key} cannot use ${unknown}${known.length > 0 ? `, only ${known.join(', ')}` : ''}`
  );
}

function placeholders(text: unknown): readonly string[] {
  return typeof text === 'string' ? (text.match(/\{\w+\}/g) ?? []) : [];
}

function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
