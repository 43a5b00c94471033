/** Needs no decoding. */
const plainPath = /^(?:\/[\w.~-]+)+\/?$/;

/** Undefined for invalid paths: with empty segments or backslashes, a redirect could leave the host. */
export function decodedPath(path: string): string | undefined {
  if (plainPath.test(path)) return path;
  if (/%2f/i.test(path)) return undefined;
  try {
    const decoded = decodeURIComponent(path).normalize('NFC');
    return /^(?!.*(?:\/\/|[\\\p{Cc}]))\//su.test(decoded) ? decoded : undefined;
  } catch {
    return undefined;
  }
}

/** Encoded spellings under which a page may be known, for a decoded address as in a link; none if it is invalid. */
export function pageAddresses(target: string, from: string): string[] {
  const resolved = URL.parse(target, `http://site${from}`);
  const path = resolved && decodedPath(resolved.pathname);
  if (!path) return [];
  const url = documentUrl(path);
  return url.endsWith('/') ? [url] : [url, `${url}/`];
}

export function documentUrl(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}

/** `undefined` if the address is canonical. */
export function findCanonical(path: string): string | undefined {
  const spelled = path.replace(/\/index\.html$/, '/').replace(/\/page\/1\/?$/, '/');
  const wanted = spelled.endsWith('/') ? spelled : `${spelled}/`;
  return wanted === path ? undefined : wanted;
}
