/** The concatenated parts are the exact text. */
export interface SourceParts {
  readonly bom: string;
  /** Empty without frontmatter; includes the line ending. */
  readonly opening: string;
  /** Each line with its ending. */
  readonly yaml: string;
  readonly closing: string;
  readonly body: string;
}

const openingFence = /---[ \t]*\r?\n/y;
// With the `m` flag, `^` and `$` also match at U+2028 and a lone CR, which end no line in YAML.
const closingFence = /(?<=\n)(?:---|\.\.\.)[ \t]*(?:\r?\n|(?![^]))/g;

/** Without a closing fence, the whole file is the body. A byte order mark may precede the opening fence. */
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

/** A body starts on its own line even where the closing fence ended the file. */
export function joinSource(
  { bom, opening, yaml, closing, body }: SourceParts,
  ending: string,
): string {
  const isOpenEnded = closing !== '' && !closing.endsWith('\n') && body !== '';
  return bom + opening + yaml + closing + (isOpenEnded ? ending : '') + body;
}
