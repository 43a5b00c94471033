const maxAliases = 100;
const maxLength = 2_000;

/** Encoded like public addresses: they end in a slash, unless they are written without one and look like a file. Omits addresses of other sites. */
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
  return segments.at(-1)!.includes('.') && !written.endsWith('/') ? path : `${path}/`;
}

function encoded(segment: string): string {
  return encodeURIComponent(decoded(segment).toWellFormed().normalize('NFC'));
}

/** People also paste encoded addresses from the browser. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
