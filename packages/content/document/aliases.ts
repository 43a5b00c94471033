const maxAliases = 100;
const maxLength = 2_000;

/**
 * Addresses that a document claims besides its own, from `aliases` in its frontmatter, spelled as public addresses are:
 * encoded, and with a slash at the end unless the last part looks like a file. What is no address of this site is left out.
 */
export function aliasesOf(params: Readonly<Record<string, unknown>>): readonly string[] {
  const given = [params.aliases].flat().slice(0, maxAliases);
  const found = given.map((alias) => (typeof alias === 'string' ? addressOf(alias) : undefined));
  return [...new Set(found.filter((address) => address !== undefined))];
}

function addressOf(alias: string): string | undefined {
  const written = alias.trim();
  if (written.length > maxLength || !/^\/(?!\/)[^?#\\\p{Cc}]*$/u.test(written)) return undefined;
  const segments = written.split('/').filter((segment) => segment !== '');
  if (segments.length === 0 || segments.some((segment) => /^\.{1,2}$/.test(segment)))
    return undefined;
  const path = `/${segments.map(encoded).join('/')}`;
  return segments.at(-1)!.includes('.') ? path : `${path}/`;
}

function encoded(segment: string): string {
  return encodeURIComponent(decoded(segment).toWellFormed().normalize('NFC'));
}

/** People paste addresses from the browser as often as they type them. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
