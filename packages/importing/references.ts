import { posix } from 'node:path';
import type { SourceMedia, SourcePage } from './source.ts';

export interface Target {
  readonly kind: 'media' | 'document';
  /** In the content tree. */
  readonly path: string;
}

type From = Pick<SourcePage, 'source' | 'addresses'>;

/** Where the files of a source are now, by their paths and addresses there. */
export class References {
  readonly #targets = new Map<string, Target>();

  addMedia({ source, addresses }: SourceMedia, path: string): void {
    const target: Target = { kind: 'media', path };
    this.#targets.set(`file:${source}`, target);
    for (const address of addresses) this.#targets.set(address, target);
  }

  addDocument(source: string, path: string): void {
    this.#targets.set(`file:${source}`, { kind: 'document', path });
  }

  /** An address in a text of `from`, without fragment. */
  find(address: string, from: From): Target | undefined {
    const plain = decoded(address);
    if (/^(?:https?:)?\/\//i.test(plain))
      return this.#targets.get(plain.replace(/^\/\//, 'https://'));
    if (/^[a-z][a-z\d+.-]*:/i.test(plain) || plain === '') return undefined;
    return candidates(plain, from)
      .map((key) => this.#targets.get(key))
      .find((target) => target !== undefined);
  }
}

function candidates(plain: string, { source, addresses }: From): readonly string[] {
  if (plain.startsWith('/')) return [posix.normalize(plain)];
  return [
    `file:${posix.join(posix.dirname(source), plain)}`,
    ...addresses.map((address) => posix.join(address.replace(/[^/]*$/, ''), plain)),
    posix.join('/', plain),
  ];
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
  /(^ {0,3}\[[^\]\n]+\]:[ \t]*)(<[^<>\n]*>|[^\s<>]+)/gm,
  /(\b(?:src|href|poster)\s*=\s*["'])([^"'\n]+)/gi,
];

/** `replace` returns undefined where the address stays. Addresses in code stay. */
export function replaceAddresses(
  text: string,
  replace: (address: string) => string | undefined,
): string {
  const isPlain = !/\]\(|\]:|\b(?:src|href|poster)\s*=/i.test(text);
  if (isPlain) return text;
  return changeProse(text, (prose) =>
    addresses.reduce(
      (changed, pattern) =>
        changed.replace(pattern, (whole, before: string, written: string) => {
          const address = written.startsWith('<') ? written.slice(1, -1) : written;
          const [bare, rest] = splitRest(address);
          const found = replace(bare);
          return found === undefined ? whole : `${before}${found}${rest}`;
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
