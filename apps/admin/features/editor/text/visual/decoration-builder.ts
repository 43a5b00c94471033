import type { EditorState, Range } from '@codemirror/state';
import { Decoration, type DecorationSet, type EditorView, type WidgetType } from '@codemirror/view';

const hidden = Decoration.replace({});

/** Collects what visual mode shows instead of the markup of a range. */
export class DecorationBuilder {
  readonly state: EditorState;
  /** Path of the document. */
  readonly path: string;
  readonly #hasFocus: boolean;
  readonly #marks: Range<Decoration>[] = [];
  readonly #hidden: Range<Decoration>[] = [];
  readonly #lines = new Map<number, LineLook>();

  constructor({ state, hasFocus }: EditorView, path: string) {
    this.state = state;
    this.path = path;
    this.#hasFocus = hasFocus;
  }

  /** Whether a cursor or selection is at the range, whose markup is then visible. */
  isActive(from: number, to: number): boolean {
    return (
      this.#hasFocus &&
      this.state.selection.ranges.some((range) => range.from <= to && range.to >= from)
    );
  }

  hide(from: number, to: number): void {
    this.#replace(from, to, hidden);
  }

  replace(from: number, to: number, widget: WidgetType): void {
    this.#replace(from, to, Decoration.replace({ widget }));
  }

  mark(from: number, to: number, look: MarkLook): void {
    if (to > from) this.#marks.push(Decoration.mark(look).range(from, to));
  }

  line(from: number, look: LineLook): void {
    const before = this.#lines.get(from);
    const classes = [before?.class, look.class].filter(Boolean).join(' ');
    this.#lines.set(from, { ...before, ...look, class: classes });
  }

  eachLine(from: number, to: number, visit: (line: { from: number; to: number }) => void): void {
    const { doc } = this.state;
    for (let at = from; at <= to;) {
      const line = doc.lineAt(at);
      visit(line);
      at = line.to + 1;
    }
  }

  #replace(from: number, to: number, look: Decoration): void {
    // Only fields may hide line breaks, and a hidden one would join two lines.
    const isOneLine = this.state.doc.lineAt(from).to >= to;
    if (to > from && isOneLine) this.#hidden.push(look.range(from, to));
  }

  build(): { readonly all: DecorationSet; readonly hidden: DecorationSet } {
    const lines = [...this.#lines].map(([from, { depth, ...attributes }]) =>
      Decoration.line({
        attributes: { ...attributes, ...(depth && { style: `--depth: ${depth}` }) },
      }).range(from),
    );
    return {
      all: Decoration.set([...lines, ...this.#marks, ...this.#hidden], true),
      hidden: Decoration.set(this.#hidden, true),
    };
  }
}

interface MarkLook {
  readonly class: string;
  readonly tagName?: string;
  readonly attributes?: Record<string, string>;
}

interface LineLook {
  readonly class: string;
  /** Nesting of lists. */
  readonly depth?: number;
  readonly role?: string;
  readonly 'aria-level'?: string;
}
