import { parseDocument } from 'yaml';

const opening = /^\uFEFF?---[ \t]*\r?\n/;
const closing = /(?<=\n)(?:---|\.\.\.)[ \t]*(?:\r?\n|(?![^]))/g;

/** An opening `---` without a closing one is text. */
export function bodyOffset(source: string): number {
  return fences(source)?.bodyOffset ?? (source.startsWith('\uFEFF') ? 1 : 0);
}

function fences(source: string): { start: number; end: number; bodyOffset: number } | undefined {
  const first = opening.exec(source);
  if (!first) return undefined;
  closing.lastIndex = first[0].length;
  const last = closing.exec(source);
  if (!last) return undefined;
  return { start: first[0].length, end: last.index, bodyOffset: last.index + last[0].length };
}

export interface DocumentFacts {
  readonly slug: string | undefined;
  readonly date: Date | undefined;
  readonly aliases: readonly string[];
}

export const noFacts: DocumentFacts = { slug: undefined, date: undefined, aliases: [] };

/** Avoids the slow YAML parser: most frontmatter has none of these keys. */
const isTelling = /^["']?(?:slug|date|aliases)["']?[ \t]*:/m;
const maxAliases = 100;

/** Unreadable values are ignored. */
export function readFacts(source: string): DocumentFacts {
  const found = fences(source);
  const yaml = found ? source.slice(found.start, found.end) : '';
  if (!isTelling.test(yaml)) return noFacts;
  const values = readYaml(yaml);
  const { slug, date, aliases } = values;
  const time = typeof date === 'string' || date instanceof Date ? new Date(date) : undefined;
  return {
    slug: typeof slug === 'string' && slug !== '' ? slug : undefined,
    date: time && !Number.isNaN(time.getTime()) ? time : undefined,
    aliases: [aliases]
      .flat()
      .slice(0, maxAliases)
      .filter((alias): alias is string => typeof alias === 'string' && alias.startsWith('/')),
  };
}

/** Empty if it is invalid, not a map, or expands too far through aliases. */
export function readYaml(text: string): Readonly<Record<string, unknown>> {
  try {
    const document = parseDocument(text, { logLevel: 'silent' });
    if (document.errors.length > 0) return {};
    const values: unknown = document.toJS({ maxAliasCount: 100 });
    return isRecord(values) ? values : {};
  } catch {
    return {};
  }
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
