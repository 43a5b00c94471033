interface ForeignFormat {
  /** Matched at the first character that is neither white space nor a byte order mark. */
  readonly pattern: RegExp;
  readonly message: string;
}

const advice = 'Use YAML between two lines of three dashes (---).';

const formats: readonly ForeignFormat[] = [
  {
    pattern: /^\+\+\+[ \t]*(?:[\r\n]|$)/,
    message:
      'TOML frontmatter stands between two lines of three plus signs (+++), the first of them on the first line of the file.',
  },
  { pattern: /^;;;/, message: `JSON frontmatter (;;;) is not supported. ${advice}` },
  {
    pattern: /^\{\s*["}]/,
    message:
      'JSON frontmatter starts with { on the first line of the file, and its last } ends a line.',
  },
  {
    pattern: /^---[ \t]*[A-Za-z]\w*[ \t]*(?:[\r\n]|$)/,
    message: `Frontmatter with a language name (---json, ---toml) is not supported. ${advice}`,
  },
  {
    pattern: /^---[ \t]*\r(?!\n)/,
    message: `The lines of the frontmatter end with a carriage return alone (CR), which YAML does not allow. Use line feeds (LF).`,
  },
  {
    // Keys have a maximum length so that a long line is matched in linear time.
    pattern:
      /^---[ \t]*\r?\n(?:[ \t]*\r?\n)*(?:[ \t]*#[^\n]*\n)*[ \t]{0,8}["']?[\p{L}\p{N}_][\p{L}\p{N}_ .-]{0,80}["']?[ \t]{0,8}:(?:\s|$)/u,
    message:
      'The frontmatter is not enclosed in two lines of three dashes (---). Put one on the first line of the file and one after the last key.',
  },
  {
    pattern:
      /^(?:title|date|author|slug|status|draft|published)[ \t]{0,8}:[^\n]*\n[\p{L}_][\p{L}\p{N}_ -]{0,40}:(?:\s|$)/iu,
    message: `Metadata without an opening line of three dashes (---) is not supported. ${advice}`,
  },
];

/** Lines with more spaces are code blocks, never frontmatter. */
const maxIndentation = 3;

/** Such a file must not count as text without frontmatter: it may declare itself a draft. */
export function findForeignFormat(
  text: string,
): { readonly message: string; readonly offset: number } | undefined {
  const offset = text.search(/[^\s\uFEFF]/);
  if (offset < 0) return undefined;
  const indentation = offset - (text.lastIndexOf('\n', offset) + 1);
  if (indentation > maxIndentation) return undefined;
  const start = text.slice(offset, offset + 10_000);
  const found = formats.find(({ pattern }) => pattern.test(start));
  return found && { message: found.message, offset };
}
