/** Characters after a name that continue it, such as the rest of a word or an extension. */
const nameContinuation = /^(?:[\p{L}\p{N}\p{M}%+@~=&-]|[._]+[\p{L}\p{N}]|\/)/u;

/** Spellings of a path below `media/` in texts: plain or encoded. */
export function listSpellings(path: string): readonly string[] {
  const below = path.replace(/^media\//, '');
  const encoded = below.split('/').map(encodeURIComponent).join('/');
  const all = [below, encodeURI(below), encoded, below.replaceAll('&', '&amp;')];
  return [...new Set(all.flatMap((one) => [one.normalize('NFC'), one.normalize('NFD'), one]))];
}

/** PostgreSQL pattern for addresses that may spell a path differently. */
export const respelledPattern = String.raw`(^|/)[.]{0,2}/|[%&\\\t\n\r]`;

/** True when a differently spelled address resolves to the path: `./a.jpg`, `2026/../a.jpg`, `%61.jpg`, `a&#46;jpg`. */
export function resolvesTo(rest: string, path: string): boolean {
  return isAddress(rest, path) || isAddress(rest.replace(ignoredCharacters, ''), path);
}

/** Characters that browsers remove from addresses. */
const ignoredCharacters = /[\t\n\r]|&(?:Tab|NewLine|#0*(?:9|10|13)|#x0*[9ad]);/gi;

function isAddress(rest: string, path: string): boolean {
  const plain = rest.replace(/&#(x[\da-f]{1,6}|\d{1,7});/gi, (whole, code: string) => {
    const point = Number(code.toLowerCase().startsWith('x') ? `0${code}` : code);
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
  });
  const [written = ''] = /^[^\s"'<>()[\]?#]*/.exec(plain.replaceAll('&amp;', '&')) ?? [];
  const address = URL.parse(`/media/${written}`, 'http://site');
  if (!address) return false;
  try {
    const named = decodeURIComponent(address.pathname)
      .replace(/\/{2,}/g, '/')
      .slice(1);
    return named.normalize('NFC') === path.normalize('NFC');
  } catch {
    // No address of a file has a stray percent sign.
    return false;
  }
}

/** True when the text after `media/` starts with a spelling that is not the beginning of a longer name. */
export function startsWithSpelling(rest: string, spellings: readonly string[]): boolean {
  return spellings.some(
    (one) => rest.startsWith(one) && !nameContinuation.test(rest.slice(one.length)),
  );
}
