/** A file taken apart at its fences, as the server does it (packages/content/frontmatter). Line endings are `\n`. */
export interface SourceParts {
  /** The lines between the fences, the last with its line ending; empty without frontmatter. */
  readonly yaml: string;
  readonly body: string;
}

const opening = /^---[ \t]*\n/;
const closing = /^(?:---|\.\.\.)[ \t]*(?:\n|(?![^]))/gm;

/** `raw` as the API gives it. */
export function splitSource(raw: string): SourceParts {
  const text = plain(raw);
  const start = opening.exec(text)?.[0].length;
  if (start !== undefined) {
    closing.lastIndex = start;
    const end = closing.exec(text);
    if (end)
      return { yaml: text.slice(start, end.index), body: text.slice(end.index + end[0].length) };
  }
  return { yaml: '', body: text };
}

/** The whole file; without frontmatter where there is none. */
export function joinSource({ yaml, body }: SourceParts): string {
  if (yaml.trim() === '' && !looksLikeFile(body)) return body;
  const lines = yaml === '' || yaml.endsWith('\n') ? yaml : `${yaml}\n`;
  return `---\n${lines}---\n${body}`;
}

/** Whether the server would take a text for a whole file rather than for a body. */
export function looksLikeFile(text: string): boolean {
  return splitSource(text).body !== plain(text);
}

/** As an editor holds it: without a byte order mark, and with line feeds alone. */
export function plain(text: string): string {
  return text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
}
