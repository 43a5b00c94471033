import { Lexer, walkTokens, type Token, type Tokens } from 'marked';
import { posix } from 'node:path';

export interface LinkedFiles {
  readonly paths: readonly string[];
  readonly read: (path: string) => string;
}

export function findBrokenLinks({ paths, read }: LinkedFiles): string[] {
  const targets = new Set(paths.flatMap(withFolders));
  const anchorsOf = new Map<string, ReadonlySet<string>>();
  const anchors = (page: string): ReadonlySet<string> => {
    const known = anchorsOf.get(page) ?? headingAnchors(read(page));
    anchorsOf.set(page, known);
    return known;
  };

  return paths.filter(isPage).flatMap((page) =>
    relativeLinks(read(page)).flatMap((link) => {
      const [file = '', anchor] = link.split('#').map(decodeURIComponent);
      const target = file === '' ? page : posix.join(posix.dirname(page), file).replace(/\/$/, '');
      if (!targets.has(target)) return [`${page}: the link "${link}" leads to a missing file.`];
      if (!anchor || !isPage(target) || anchors(target).has(anchor)) return [];
      return [`${page}: the link "${link}" leads to a missing heading of ${target}.`];
    }),
  );
}

function isPage(path: string): boolean {
  return path.endsWith('.md') && !path.includes('/fixtures/');
}

function withFolders(path: string): string[] {
  const parts = path.split('/');
  return ['.', ...parts.map((_, index) => parts.slice(0, index + 1).join('/'))];
}

function relativeLinks(markdown: string): string[] {
  return allTokens(markdown)
    .flatMap(addressesIn)
    .filter((href) => !/^([a-z][a-z\d+.-]*:|\/)/i.test(href));
}

function addressesIn(token: Token): string[] {
  if (token.type === 'link' || token.type === 'image')
    return [(token as Tokens.Link | Tokens.Image).href];
  if (token.type !== 'html') return [];
  return [...token.raw.matchAll(/\s(?:src|srcset|href)="([^"\s]+)"/g)].map(([, href]) => href!);
}

/** Returns the anchors that GitHub generates for the headings of a page. */
export function headingAnchors(markdown: string): Set<string> {
  const anchors = new Set<string>();
  for (const token of allTokens(markdown).filter(({ type }) => type === 'heading')) {
    const slug = plainText(token as Tokens.Heading)
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
      .replaceAll(' ', '-');
    let anchor = slug;
    for (let repeat = 1; anchors.has(anchor); repeat += 1) anchor = `${slug}-${repeat}`;
    anchors.add(anchor);
  }
  return anchors;
}

function allTokens(markdown: string): Token[] {
  const tokens: Token[] = [];
  // It returns the promises of asynchronous visitors; this one is synchronous.
  void walkTokens(new Lexer().lex(markdown), (token) => {
    tokens.push(token);
  });
  return tokens;
}

/** Heading text without link addresses; other marks are punctuation, which anchors omit. */
function plainText({ text }: Tokens.Heading): string {
  return text.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1');
}
