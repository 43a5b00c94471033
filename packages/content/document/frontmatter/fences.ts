/** A file split at its fences. The concatenated parts are the exact text. */
export interface SourceParts {
  readonly bom: string;
  /** Opening fence with its line ending; empty without frontmatter. */
  readonly opening: string;
  /** Lines between the fences, each with its line ending. */
  readonly yaml: string;
  /** Closing fence with its line ending, if any. */
  readonly closing: string;
  readonly body: string;
}

const openingFence = /---[ \t]*\r?\n/y;
// With the `m` flag, `^` and `$` also match at U+2028 and a lone CR, which end no line in YAML.
const closingFence = /(?<=\n)(?:---|\.\.\.)[ \t]*(?:\r?\n|(?![^]))/g;

/**
 * Frontmatter starts with a `---` line at the very beginning (after an optional byte order mark) and ends at the next
 * line that is `---` or `...`. Without an end, the first line is a thematic break and the whole file is the body.
 */
export function splitSource(text: string): SourceParts {
  const bom = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  openingFence.lastIndex = bom.length;
  const opening = openingFence.exec(text)?.[0];
  if (opening !== undefined) {
    const yamlStart = bom.length + opening.length;
    closingFence.lastIndex = yamlStart;
    const found = closingFence.exec(text);
    if (found) {
      const [closing] = found;
      const yaml = text.slice(yamlStart, found.index);
      return { bom, opening, yaml, closing, body: text.slice(found.index + closing.length) };
    }
  }
  return { bom, opening: '', yaml: '', closing: '', body: text.slice(bom.length) };
}

/** Joins the parts. A body starts on its own line even where the closing fence ended the file. */
export function joinSource(
  { bom, opening, yaml, closing, body }: SourceParts,
  ending: string,
): string {
  const isOpenEnded = closing !== '' && !closing.endsWith('\n') && body !== '';
  return bom + opening + yaml + closing + (isOpenEnded ? ending : '') + body;
}
