export interface Heading {
  readonly id: string;
  readonly text: string;
  /** 1 to 6. */
  readonly level: number;
}

export interface ContentsEntry extends Heading {
  readonly children: readonly ContentsEntry[];
}

export function tableOfContents(headings: readonly Heading[]): readonly ContentsEntry[] {
  const roots: ContentsEntry[] = [];
  const open: { readonly level: number; readonly children: ContentsEntry[] }[] = [
    { level: 0, children: roots },
  ];
  for (const heading of headings) {
    while (open.at(-1)!.level >= heading.level) open.pop();
    const entry = { ...heading, children: [] };
    open.at(-1)!.children.push(entry);
    open.push(entry);
  }
  return roots;
}

export class UniqueIds {
  readonly #taken = new Map<string, number>();

  take(wanted: string): string {
    let count = this.#taken.get(wanted) ?? 1;
    let id = count === 1 ? wanted : `${wanted}-${count}`;
    while (count > 1 && this.#taken.has(id)) id = `${wanted}-${(count += 1)}`;
    this.#taken.set(wanted, count + 1);
    if (id !== wanted) this.#taken.set(id, 2);
    return id;
  }
}
