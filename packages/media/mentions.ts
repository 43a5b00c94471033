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

/** Whether what stands behind a `media/` in a text is one of these spellings, and not the beginning of another name. */
export function mentions(rest: string, spellings: readonly string[]): boolean {
  return spellings.some((one) => rest.startsWith(one) && !goesOn.test(rest.slice(one.length)));
}
