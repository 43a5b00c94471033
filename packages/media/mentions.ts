/**
 * What may stand behind a name in a text: anything but what would make it another name, such as the rest of a word, or
 * an ending.
 */
const goesOn = /^(?:[\p{L}\p{N}\p{M}%+@~=&-]|[._]+[\p{L}\p{N}]|\/)/u;

/** The ways in which a text may spell a path below `media/`: as it is, or as an address has it. */
export function spellingsOf(path: string): readonly string[] {
  const below = path.replace(/^media\//, '');
  const encoded = below.split('/').map(encodeURIComponent).join('/');
  const all = [below, encodeURI(below), encoded, below.replaceAll('&', '&amp;')];
  return [...new Set(all.flatMap((one) => [one.normalize('NFC'), one.normalize('NFD'), one]))];
}

/** Where an address may spell a path otherwise than it is; as a regular expression of PostgreSQL. */
export const respelled = String.raw`(^|/)[.]{0,2}/|[%&\\\t\n\r]`;

/** Whether an address that spells a path otherwise leads to it: `./a.jpg`, `2026/../a.jpg`, `%61.jpg`, `a&#46;jpg`. */
export function leadsTo(rest: string, path: string): boolean {
  return isAddressOf(rest, path) || isAddressOf(rest.replace(ignored, ''), path);
}

/** What browsers leave out of addresses. */
const ignored = /[\t\n\r]|&(?:Tab|NewLine|#0*(?:9|10|13)|#x0*[9ad]);/gi;

function isAddressOf(rest: string, path: string): boolean {
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
    // A stray percent sign is in no address that leads to a file.
    return false;
  }
}

/** Whether what stands behind a `media/` in a text is one of these spellings, and not the beginning of another name. */
export function mentions(rest: string, spellings: readonly string[]): boolean {
  return spellings.some((one) => rest.startsWith(one) && !goesOn.test(rest.slice(one.length)));
}
