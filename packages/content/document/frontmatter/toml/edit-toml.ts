import { changedKeys, isObject, own, type Values } from '@galley/settings';
import { renderKey, renderLike, renderTable, renderValue } from './render-toml.ts';
import { listStatements, startsWith, type TomlStatement } from './toml-statements.ts';

interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export interface TomlEdit {
  readonly before: Values;
  readonly after: Values;
  readonly ending: string;
}

/** Statements of equal values keep their text. The caller checks the result by parsing it. */
export function editToml(toml: string, { before, after, ending }: TomlEdit): string {
  const editor = new TomlEditor(toml, ending);
  return editor.edited(before, after);
}

class TomlEditor {
  readonly #toml: string;
  readonly #ending: string;
  readonly #statements: readonly TomlStatement[];
  readonly #splices: Splice[] = [];
  readonly #tables: string[] = [];

  constructor(toml: string, ending: string) {
    this.#toml = toml;
    this.#ending = ending;
    this.#statements = listStatements(toml);
  }

  edited(before: Values, after: Values): string {
    this.#editTable([], before, after);
    // An insertion at the start of a removed statement comes before it.
    const ordered = this.#splices.sort((a, b) => a.start - b.start || a.end - b.end);
    let text = '';
    let at = 0;
    for (const splice of ordered) {
      text += this.#toml.slice(at, splice.start) + splice.text;
      at = splice.end;
    }
    text += this.#toml.slice(at);
    return this.#tables.reduce((whole, table) => this.#withTable(whole, table), text);
  }

  #withTable(text: string, table: string): string {
    const isSeparate = text === '' || /\n\r?\n$/.test(text);
    return text + (isSeparate ? '' : this.#ending) + table;
  }

  #editTable(path: readonly string[], before: Values, after: Values): void {
    for (const key of changedKeys({ before, after })) {
      this.#editKey([...path, key], own(before, key), own(after, key));
    }
  }

  #editKey(path: readonly string[], before: unknown, after: unknown): void {
    const covering = this.#statements.filter((statement) => startsWith(statement.path, path));
    const pair = singlePair(covering, path);
    if (pair && after !== undefined) this.#replace(pair, after);
    else if (pair) this.#remove(pair);
    else this.#editCovering(covering, path, { before, after });
  }

  #editCovering(
    covering: readonly TomlStatement[],
    path: readonly string[],
    { before, after }: { readonly before: unknown; readonly after: unknown },
  ): void {
    const isDescendable = covering.every(({ isInArray }) => !isInArray);
    const isTable = isObject(before) && isObject(after) && Object.keys(after).length > 0;
    if (covering.length > 0 && isDescendable && isTable) {
      this.#editTable(path, before, after);
      return;
    }
    for (const statement of covering) this.#remove(statement);
    if (after !== undefined) this.#insert(path, after);
  }

  #remove({ start, end }: TomlStatement): void {
    this.#splices.push({ start, end, text: '' });
  }

  #replace({ valueStart, valueEnd }: TomlStatement, after: unknown): void {
    const written = this.#toml.slice(valueStart, valueEnd);
    this.#splices.push({ start: valueStart, end: valueEnd, text: renderLike(written, after) });
  }

  #insert(path: readonly string[], value: unknown): void {
    if (path.length === 1 && isObject(value) && Object.keys(value).length > 0) {
      this.#tables.push(renderTable(path[0]!, value).join(this.#ending) + this.#ending);
      return;
    }
    const { at, table } = this.#placeFor(path.slice(0, -1));
    const key = path.slice(table.length).map(renderKey).join('.');
    this.#splices.push({
      start: at,
      end: at,
      text: `${key} = ${renderValue(value)}${this.#ending}`,
    });
  }

  /** After the last pair of the table, else after its header; for a table without one, with a dotted key. */
  #placeFor(parent: readonly string[]): { at: number; table: readonly string[] } {
    const isHeader = ({ kind, path }: TomlStatement) =>
      kind === 'table' && path.length === parent.length && startsWith(path, parent);
    const hasHeader = this.#statements.some(isHeader);
    const sibling = this.#statements.find(
      ({ kind, path, isInArray }) => kind === 'pair' && !isInArray && startsWith(path, parent),
    );
    const isKnown = hasHeader || parent.length === 0;
    const table = isKnown ? parent : (sibling?.table ?? []);
    const inTable = this.#statements.filter(
      (statement) =>
        statement.kind !== 'array-table' &&
        !statement.isInArray &&
        statement.table.length === table.length &&
        startsWith(statement.table, table),
    );
    return { at: inTable.at(-1)?.end ?? 0, table };
  }
}

/** The pair, if it alone defines the value. */
function singlePair(
  covering: readonly TomlStatement[],
  path: readonly string[],
): TomlStatement | undefined {
  const [first] = covering;
  const isAlone = covering.length === 1 && first!.kind === 'pair';
  return isAlone && first!.path.length === path.length ? first : undefined;
}
