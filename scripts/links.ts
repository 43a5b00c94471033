import { Lexer, walkTokens, type Token, type Tokens } from 'marked';
import { posix } from 'node:path';

/** The pages and files of the repository, as far as links need them. */
export interface LinkedFiles {
  readonly paths: readonly string[];
  readonly read: (path: string) => string;
}

/** Relative links of Markdown pages that lead nowhere: to no file or folder, or to no heading of the page. */
export function brokenLinks({ paths, read }: LinkedFiles): string[] {
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
      if (!targets.has(target)) return [`${page}: the link "${link}" leads to no file.`];
      if (!anchor || !isPage(target) || anchors(target).has(anchor)) return [];
      return [`${page}: the link "${link}" names no heading of ${target}.`];
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

/** Links and images that begin neither with a scheme nor with a slash. */
function relativeLinks(markdown: string): string[] {
  return allTokens(markdown)
    .filter((token) => token.type === 'link' || token.type === 'image')
    .map((token) => (token as Tokens.Link | Tokens.Image).href)
    .filter((href) => !/^([a-z][a-z\d+.-]*:|\/)/i.test(href));
}

/** The anchors that GitHub gives the headings of a page. */
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
  // What it returns are the promises of visitors that have some; this one has none.
  void walkTokens(new Lexer().lex(markdown), (token) => {
    tokens.push(token);
  });
  return tokens;
}

/** A heading's text without the addresses of its links; other marks are punctuation, which an anchor leaves out. */
function plainText({ text }: Tokens.Heading): string {
  return text.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1');
}
