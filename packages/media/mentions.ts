import { decodeHTML } from 'entities';

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

/**
 * Whether an address that spells a path otherwise leads to it: `./a.jpg`, `2026/../a.jpg`, `%61.jpg`, `a&#46;jpg`,
 * `a&period;jpg`, `a\.jpg`, `a\x2ejpg`.
 */
export function leadsTo(rest: string, path: string): boolean {
  const spellings = spellingsOf(path);
  return readingsOf(rest).some((one) => mentions(one, spellings) || isAddressOf(one, path));
}

/** A text as it is, and with the escapes of Markdown, YAML or CSS decoded; each as HTML, with and without line ends. */
function readingsOf(rest: string): readonly string[] {
  const markdown = rest.replace(/\\([!-/:-@[-`{-~])/g, '$1');
  const yaml = rest
    .replace(/\\\r?\n[ \t]*/g, '')
    .replace(/[ \t]*\r?\n[ \t]*/g, ' ')
    .replace(/\\(?:x[\da-f]{2}|u[\da-f]{4}|U[\da-f]{8})/gi, characterOf);
  const css = rest.replace(/\\[\da-f]{1,6}[ \n]?/gi, characterOf);
  const all = [rest, markdown, yaml, css].map((one) => decodeHTML(one));
  return [...all, ...all.map((one) => one.replace(/[\t\n\r]/g, ''))];
}

/** The character that an escape names by its code in hexadecimal. */
function characterOf(escape: string): string {
  const point = parseInt(escape.replace(/[^\da-f]/gi, ''), 16);
  return point <= 0x10ffff ? String.fromCodePoint(point) : escape;
}

function isAddressOf(rest: string, path: string): boolean {
  const [written = ''] = /^[^\s"'<>()[\]?#]*/.exec(rest) ?? [];
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
