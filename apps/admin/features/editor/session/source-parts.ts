/** Source file split at its fences, as by the server (packages/content/document/frontmatter). Line endings are `\n`. */
export interface SourceParts {
  /** With line endings; empty without frontmatter. */
  readonly yaml: string;
  readonly body: string;
}

const openingFence = /^---[ \t]*\n/;
const closingFence = /^(?:---|\.\.\.)[ \t]*(?:\n|(?![^]))/gm;

/** Start of a file with TOML or JSON frontmatter; a body can begin alike. */
export const foreignFrontmatter = /^\uFEFF?(?:\+\+\+[ \t]*\r?\n|\{)/;

export function splitSource(raw: string): SourceParts {
  const text = normalizeText(raw);
  const start = openingFence.exec(text)?.[0].length;
  if (start !== undefined) {
    closingFence.lastIndex = start;
    const end = closingFence.exec(text);
    if (end)
      return { yaml: text.slice(start, end.index), body: text.slice(end.index + end[0].length) };
  }
  return { yaml: '', body: text };
}

export function joinSource({ yaml, body }: SourceParts): string {
  if (yaml.trim() === '' && !looksLikeFile(body)) return body;
  const lines = yaml === '' || yaml.endsWith('\n') ? yaml : `${yaml}\n`;
  return `---\n${lines}---\n${body}`;
}

/** Whether the server might read a text as a whole file instead of a body. */
export function looksLikeFile(text: string): boolean {
  return hasFrontmatter(text) || foreignFrontmatter.test(text);
}

/** Frontmatter as `splitSource` reads it. */
export function hasFrontmatter(text: string): boolean {
  return splitSource(text).body !== normalizeText(text);
}

/** No byte order mark, line feeds only. */
export function normalizeText(text: string): string {
  return text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
}
