/** A file taken apart at its fences. The parts, one after the other, are the text again. */
export interface SourceParts {
  /** A byte order mark, or nothing. */
  readonly bom: string;
  /** The opening fence with its line ending; empty when the file has no frontmatter. */
  readonly opening: string;
  /** The lines between the fences, the last with its line ending. */
  readonly yaml: string;
  /** The closing fence with its line ending, which is missing where the file ends with the fence. */
  readonly closing: string;
  readonly body: string;
}

const openingFence = /---[ \t]*\r?\n/y;
// The line starts and ends of the `m` flag count U+2028 and a lone CR as well, which YAML does not.
const closingFence = /(?<=\n)(?:---|\.\.\.)[ \t]*(?:\r?\n|(?![^]))/g;

/**
 * Frontmatter is a `---` line at the very start (after a byte order mark, if there is one) up to the next line that
 * is `---` or `...`. Without such a second line the first is a thematic break and everything is the body.
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

/** The text of the parts. A body gets a line of its own where the closing fence ended the file. */
export function joinSource(
  { bom, opening, yaml, closing, body }: SourceParts,
  ending: string,
): string {
  const isOpenEnded = closing !== '' && !closing.endsWith('\n') && body !== '';
  return bom + opening + yaml + closing + (isOpenEnded ? ending : '') + body;
}
