import { decodeHTML } from 'entities';

/** Continues a name: the rest of a word, or an extension. */
const nameContinuation = /^(?:[\p{L}\p{N}\p{M}%+@~=&-]|[._]+[\p{L}\p{N}]|\/)/u;

export function listSpellings(path: string): readonly string[] {
  const below = path.replace(/^media\//, '');
  const encoded = below.split('/').map(encodeURIComponent).join('/');
  const all = [below, encodeURI(below), encoded, below.replaceAll('&', '&amp;')];
  return [...new Set(all.flatMap((one) => [one.normalize('NFC'), one.normalize('NFD'), one]))];
}

/** PostgreSQL; addresses that may spell a path differently. */
export const respelledPattern = String.raw`(^|/)[.]{0,2}/|[%&\\\t\n\r]`;

/** Resolves `./a.jpg`, `2026/../a.jpg`, `%61.jpg`, `a&#46;jpg`, `a&period;jpg`, `a\.jpg`, `a\x2ejpg`. */
export function resolvesTo(rest: string, path: string): boolean {
  const spellings = listSpellings(path);
  return listReadings(rest).some(
    (one) => startsWithSpelling(one, spellings) || isAddress(one, path),
  );
}

/** Decodes escapes of Markdown, YAML, CSS and HTML, with and without line breaks. */
function listReadings(rest: string): readonly string[] {
  const markdown = rest.replace(/\\([!-/:-@[-`{-~])/g, '$1');
  const yaml = rest
    .replace(/\\\r?\n[ \t]*/g, '')
    .replace(/[ \t]*\r?\n[ \t]*/g, ' ')
    .replace(/\\(?:x[\da-f]{2}|u[\da-f]{4}|U[\da-f]{8})/gi, decodeEscape);
  const css = rest.replace(/\\[\da-f]{1,6}[ \n]?/gi, decodeEscape);
  const all = [rest, markdown, yaml, css].map((one) => decodeHTML(one));
  return [...all, ...all.map((one) => one.replace(/[\t\n\r]/g, ''))];
}

function decodeEscape(escape: string): string {
  const point = parseInt(escape.replace(/[^\da-f]/gi, ''), 16);
  return point <= 0x10ffff ? String.fromCodePoint(point) : escape;
}

function isAddress(rest: string, path: string): boolean {
  const [written = ''] = /^[^\s"'<>()[\]?#]*/.exec(rest) ?? [];
  const address = URL.parse(`/media/${written}`, 'http://site');
  if (!address) return false;
  try {
    const named = decodeURIComponent(address.pathname)
      .replace(/\/{2,}/g, '/')
      .slice(1);
    return named.normalize('NFC') === path.normalize('NFC');
  } catch {
    return false;
  }
}

/** `rest` is the text after `media/`; false when the name goes on. */
export function startsWithSpelling(rest: string, spellings: readonly string[]): boolean {
  return spellings.some(
    (one) => rest.startsWith(one) && !nameContinuation.test(rest.slice(one.length)),
  );
}
