import { parse } from 'smol-toml';

/** A pair or a table header of valid TOML. Offsets are UTF-16 units of the text. */
export interface TomlStatement {
  readonly kind: 'pair' | 'table' | 'array-table';
  /** With the keys of the table's header. */
  readonly path: readonly string[];
  /** Header above; empty for the root. */
  readonly table: readonly string[];
  /** Inside an array of tables, where a path names no single value. */
  readonly isInArray: boolean;
  readonly start: number;
  readonly valueStart: number;
  readonly valueEnd: number;
  /** After the line ending. */
  readonly end: number;
}

const quoted = /"""(?:[^\\]|\\[^])*?"{3,5}(?!")|'''[^]*?'{3,5}(?!')|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'/y;
const blankLine = /[ \t]*(?:#[^\n]*)?(?:\n|\r\n|$)/y;

export function listStatements(toml: string): readonly TomlStatement[] {
  const statements: TomlStatement[] = [];
  let table: readonly string[] = [];
  let isInArray = false;
  for (let at = 0; at < toml.length;) {
    const blank = matchAt(blankLine, toml, at);
    if (blank) {
      at += blank.length;
      continue;
    }
    const start = at;
    const end = endOfStatement(toml, start);
    const text = toml.slice(start, end);
    const header = /^[ \t]*\[(\[?)/.exec(text);
    if (header) {
      const closing = findTopLevel(text, header[0].length, ']');
      table = keysOf(text.slice(header[0].length, closing));
      const arrays = statements.filter(({ kind }) => kind === 'array-table');
      isInArray = header[1] !== '' || arrays.some(({ path }) => startsWith(table, path));
      const kind = header[1] === '' ? 'table' : 'array-table';
      statements.push({
        kind,
        path: table,
        table,
        isInArray,
        start,
        valueStart: end,
        valueEnd: end,
        end,
      });
    } else {
      const equals = findTopLevel(text, 0, '=');
      const path = [...table, ...keysOf(text.slice(0, equals))];
      const valueStart = start + equals + 1 + /^[ \t]*/.exec(text.slice(equals + 1))![0].length;
      const valueEnd = endOfValue(toml, valueStart);
      statements.push({ kind: 'pair', path, table, isInArray, start, valueStart, valueEnd, end });
    }
    at = end;
  }
  return statements;
}

export function startsWith(path: readonly string[], prefix: readonly string[]): boolean {
  return prefix.every((key, index) => path[index] === key);
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

/** The parser reads the keys, so that their quotes and escapes mean the same. */
function keysOf(source: string): readonly string[] {
  const keys: string[] = [];
  let value: unknown = parse(`${source.trim()} = 0`);
  while (typeof value === 'object' && value !== null) {
    const [key] = Object.keys(value);
    keys.push(key!);
    value = Object.getOwnPropertyDescriptor(value, key!)!.value;
  }
  return keys;
}

function findTopLevel(text: string, from: number, character: string): number {
  for (let at = from; at < text.length;) {
    if (text[at] === character) return at;
    at += matchAt(quoted, text, at)?.length ?? 1;
  }
  return text.length;
}

const other = /[^]/y;
const comment = /#[^\n]*/y;

interface Token {
  readonly text: string;
  readonly end: number;
  /** Open brackets after the token. */
  readonly depth: number;
  readonly isComment: boolean;
}

function* tokens(toml: string, start: number): Generator<Token> {
  let depth = 0;
  for (let at = start; at < toml.length;) {
    const remark = matchAt(comment, toml, at);
    const text = remark ?? matchAt(quoted, toml, at) ?? matchAt(other, toml, at)!;
    if ('[{'.includes(text)) depth += 1;
    if (']}'.includes(text)) depth -= 1;
    at += text.length;
    yield { text, end: at, depth, isComment: remark !== undefined };
  }
}

/** After the line ending of the line on which all brackets are closed. */
function endOfStatement(toml: string, start: number): number {
  for (const { text, end, depth } of tokens(toml, start)) {
    if (text === '\n' && depth === 0) return end;
  }
  return toml.length;
}

function endOfValue(toml: string, start: number): number {
  let valueEnd = start;
  for (const { text, end, depth, isComment } of tokens(toml, start)) {
    if (depth === 0 && (isComment || '\r\n'.includes(text))) break;
    if (!isComment && !' \t'.includes(text)) valueEnd = end;
  }
  return valueEnd;
}
