import { posix } from 'node:path';
import type { SourceMedia, SourcePage, SourcePlace } from './source.ts';

export interface Target {
  readonly kind: 'media' | 'document';
  /** In the content tree. */
  readonly path: string;
}

type From = Pick<SourcePage, 'source' | 'addresses'>;

/** Where the files of a source are now, by their paths and addresses there. */
export class References {
  readonly #targets = new Map<string, Target>();
  /** For links that differ in case only; Hugo follows them. */
  readonly #anyCase = new Map<string, Target>();
  readonly #headings = new Map<string, ReadonlyMap<string, string>>();

  addMedia({ source, addresses }: SourceMedia, path: string): void {
    const target: Target = { kind: 'media', path };
    this.#targets.set(`file:${source}`, target);
    for (const address of addresses) this.#targets.set(address, target);
  }

  /** The first page with an address keeps it. */
  addDocument({ source, addresses, aliases = [], headings }: SourcePlace, path: string): void {
    const target: Target = { kind: 'document', path };
    if (headings && headings.size > 0) this.#headings.set(path, headings);
    this.#targets.set(`file:${source}`, target);
    for (const address of [...addresses, ...aliases]) {
      const key = pageKey(address);
      if (this.#targets.has(key)) continue;
      this.#targets.set(key, target);
      this.#anyCase.set(key.toLowerCase(), target);
    }
  }

  /** The document that had the address. */
  findDocument(address: string): string | undefined {
    return this.#targets.get(pageKey(decoded(address)))?.path;
  }

  /** An address in a text of `from`, without fragment. */
  find(address: string, from: From): Target | undefined {
    const plain = decoded(address);
    if (/^(?:https?:)?\/\//i.test(plain))
      return this.#targets.get(plain.replace(/^\/\//, 'https://'));
    if (/^[a-z][a-z\d+.-]*:/i.test(plain) || plain === '') return undefined;
    const keys = candidates(plain, from);
    return (
      keys.map((key) => this.#targets.get(key)).find((target) => target !== undefined) ??
      keys.map((key) => this.#anyCase.get(key.toLowerCase())).find((target) => target !== undefined)
    );
  }

  /** Ids of its headings in the source, where Galley has others. */
  headingsOf(path: string): ReadonlyMap<string, string> | undefined {
    return this.#headings.get(path);
  }
}

function candidates(plain: string, { source, addresses }: From): readonly string[] {
  if (plain.startsWith('/')) return both(posix.normalize(plain));
  return [
    `file:${posix.join(posix.dirname(source), plain)}`,
    ...addresses.flatMap((address) => both(posix.join(address.replace(/[^/]*$/, ''), plain))),
    ...both(posix.join('/', plain)),
  ];
}

/** Keys of a file and of a page with the address. */
const both = (address: string) => [address, pageKey(address)];

/** The same for all spellings of the address of a page. */
function pageKey(address: string): string {
  return `page:${decoded(address).replace(/(?:\/index)?(?:\.html?)?\/?$/, '')}/`;
}

/** Calls `change` for the text outside code. */
export function changeProse(text: string, change: (prose: string) => string): string {
  const code =
    /((?:^|\n) {0,3}(`{3,}|~{3,})[^\n]*(?:\n[^]*?(?:\n {0,3}\2[^\n]*|$(?![^]))|$(?![^]))|`[^`\n]+`)/;
  let result = '';
  for (let rest = text; rest !== '';) {
    const found = code.exec(rest);
    const end = found ? found.index : rest.length;
    result += change(rest.slice(0, end)) + (found?.[0] ?? '');
    rest = rest.slice(end + (found?.[0].length ?? 0));
  }
  return result;
}

const addresses = [
  /(\]\(\s*)(<[^<>\n]*>|(?:[^()\s<>]|\([^()\s]*\))+)/g,
  // The prose after code in the label of a definition begins with its bracket.
  /(^(?: {0,3}\[[^\]\n]+)?\]:[ \t]*)(<[^<>\n]*>|[^\s<>]+)/gm,
  /(\b(?:src|href|poster)\s*=\s*["'])([^"'\n]+)/gi,
];

/**
 * `replace` gets the address up to the first `?` or `#`, and the rest; it returns undefined where the address stays.
 * Addresses in code stay.
 */
export function replaceAddresses(
  text: string,
  replace: (address: string, rest: string) => string | undefined,
): string {
  const isPlain = !/\]\(|\]:|\b(?:src|href|poster)\s*=/i.test(text);
  if (isPlain) return text;
  return changeProse(text, (prose) =>
    addresses.reduce(
      (changed, pattern) =>
        changed.replace(pattern, (whole, before: string, written: string) => {
          const address = written.startsWith('<') ? written.slice(1, -1) : written;
          const [bare, rest] = splitRest(address);
          const found = replace(bare, rest);
          return found === undefined ? whole : `${before}${found}`;
        }),
      prose,
    ),
  );
}

function splitRest(address: string): readonly [string, string] {
  const end = address.search(/[?#]/);
  return end < 0 ? [address, ''] : [address.slice(0, end), address.slice(end)];
}

/** As the text at `from` names the target; undefined where it already does. */
export function addressIn(
  target: Target,
  { address, from }: { readonly address: string; readonly from: string },
): string | undefined {
  if (target.kind === 'media') {
    const absolute = `/${target.path}`;
    return decoded(address) === absolute ? undefined : encodePath(absolute);
  }
  const relative = posix.relative(posix.dirname(from), target.path);
  return posix.normalize(decoded(address)) === relative ? undefined : encodePath(relative);
}

export function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}

export function decoded(address: string): string {
  try {
    return decodeURIComponent(address).normalize('NFC');
  } catch {
    return address;
  }
}
