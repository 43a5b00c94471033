/** Common case: nothing to decode or refuse. */
const plainPath = /^(?:\/[\w.~-]+)+\/?$/;

/**
 * Decoded path; undefined for invalid ones. Refuses empty segments and backslashes, because a
 * redirect to them could leave the host, and encoded slashes.
 */
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

/** Canonical address of a document. */
export function documentUrl(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}

/** Canonical spelling of an address; undefined if it is canonical. */
export function findCanonical(path: string): string | undefined {
  const spelled = path.replace(/\/index\.html$/, '/').replace(/\/page\/1\/?$/, '/');
  const wanted = spelled.endsWith('/') ? spelled : `${spelled}/`;
  return wanted === path ? undefined : wanted;
}
