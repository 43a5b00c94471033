import { termSlug } from '@galley/content';

/** Longer lines are not headings that someone links to. */
const maxHeading = 500;

/** Ids of headings in other systems, as GitHub, Hugo and kramdown make them, with those of Galley where they differ. */
export function headingIds(text: string): ReadonlyMap<string, string> {
  const ids = new Map<string, string>();
  const own = new Counter((id, count) => (count === 0 ? id : `${id}-${count + 1}`));
  const others = new Counter((id, count) => (count === 0 ? id : `${id}-${count}`));
  const ownIds = new Set<string>();
  let last = '';
  for (const line of proseLines(text)) {
    const [, attributes = ''] = /^\{:([^}\n]*)\}\s*$/.exec(line) ?? [];
    const given = /#([\w.:-]+)/.exec(attributes)?.[1];
    if (given !== undefined && last !== '') ids.set(given, last);
    const heading = headingOf(line);
    last = heading === undefined ? '' : own.next(termSlug(heading) || 'section');
    if (heading === undefined) continue;
    ownIds.add(last);
    ids.set(others.next(githubSlug(heading)), last);
  }
  return new Map([...ids].filter(([id]) => !ownIds.has(id)));
}

/** Lines outside of fenced code. */
function* proseLines(text: string): Generator<string> {
  let fence: string | undefined;
  for (const line of text.split('\n')) {
    const [, mark] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? [];
    if (fence === undefined && mark === undefined) yield line.slice(0, maxHeading);
    else if (fence === undefined) fence = mark;
    else if (mark?.startsWith(fence)) fence = undefined;
  }
}

function headingOf(line: string): string | undefined {
  const [, written] = /^ {0,3}#{1,6}[ \t]+(.*)$/.exec(line) ?? [];
  return written
    ?.replace(/[ \t]#+[ \t]*$/, '')
    .replace(/\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/<[^<>]*>|[*`~]/g, '')
    .trim();
}

function githubSlug(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Mark}\p{Number}\p{Connector_Punctuation}\- ]/gu, '')
    .replaceAll(' ', '-');
}

class Counter {
  readonly #counts = new Map<string, number>();
  readonly #spell: (id: string, count: number) => string;

  constructor(spell: (id: string, count: number) => string) {
    this.#spell = spell;
  }

  next(id: string): string {
    const count = this.#counts.get(id) ?? 0;
    this.#counts.set(id, count + 1);
    return this.#spell(id, count);
  }
}
