import { findJsonEnd } from '@galley/settings';

export type FrontmatterFormat = 'yaml' | 'toml' | 'json';

/** The concatenated parts, without `format`, are the exact text. */
export interface SourceParts {
  readonly bom: string;
  /** Null without frontmatter. */
  readonly format: FrontmatterFormat | null;
  /** Includes the line ending; empty for JSON, whose braces belong to the block. */
  readonly opening: string;
  /** YAML or TOML lines, each with its ending, or a JSON object. */
  readonly block: string;
  readonly closing: string;
  readonly body: string;
}

interface Fences {
  readonly format: FrontmatterFormat;
  readonly opening: RegExp;
  readonly closing: RegExp;
}

// With the `m` flag, `^` and `$` also match at U+2028 and a lone CR, which end no line in YAML and TOML.
const fences: readonly Fences[] = [
  {
    format: 'yaml',
    opening: /---[ \t]*\r?\n/y,
    closing: /(?<=\n)(?:---|\.\.\.)[ \t]*(?:\r?\n|(?![^]))/g,
  },
  {
    format: 'toml',
    opening: /\+\+\+[ \t]*\r?\n/y,
    closing: /(?<=\n)\+\+\+[ \t]*(?:\r?\n|(?![^]))/g,
  },
];

/** Without a closing fence, the whole file is the body. A byte order mark may precede the opening fence. */
export function splitSource(text: string): SourceParts {
  const bom = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  for (const fence of fences) {
    const found = splitAtFences(text, bom, fence);
    if (found) return found;
  }
  return splitAtJson(text, bom) ?? withoutFrontmatter(text, bom);
}

const withoutFrontmatter = (text: string, bom: string): SourceParts => ({
  bom,
  format: null,
  opening: '',
  block: '',
  closing: '',
  body: text.slice(bom.length),
});

function splitAtFences(
  text: string,
  bom: string,
  { format, opening, closing }: Fences,
): SourceParts | undefined {
  opening.lastIndex = bom.length;
  const opened = opening.exec(text)?.[0];
  if (opened === undefined) return undefined;
  const start = bom.length + opened.length;
  closing.lastIndex = start;
  const closed = closing.exec(text);
  if (!closed) return undefined;
  return {
    bom,
    format,
    opening: opened,
    block: text.slice(start, closed.index),
    closing: closed[0],
    body: text.slice(closed.index + closed[0].length),
  };
}

/** An object at the start of the file that ends its line, as in Hugo. */
function splitAtJson(text: string, bom: string): SourceParts | undefined {
  const end = findJsonEnd(text, bom.length);
  const closing = end === undefined ? undefined : /^[ \t]*(?:\r?\n|$)/.exec(text.slice(end))?.[0];
  if (end === undefined || closing === undefined) return undefined;
  const body = text.slice(end + closing.length);
  return { bom, format: 'json', opening: '', block: text.slice(bom.length, end), closing, body };
}

/** A body starts on its own line even where the frontmatter ended the file. */
export function joinSource(
  { bom, format, opening, block, closing, body }: SourceParts,
  ending: string,
): string {
  const isOpenEnded = format !== null && !closing.endsWith('\n') && body !== '';
  return bom + opening + block + closing + (isOpenEnded ? ending : '') + body;
}
