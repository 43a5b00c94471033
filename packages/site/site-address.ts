/** Most addresses: nothing to be decoded, and nothing that is refused. */
const plain = /^(?:\/[\w.~-]+)+\/?$/;

/**
 * The path as people read it; undefined for one that no page can have. A path with an empty segment or a backslash is
 * refused because a redirect to it would lead to another host, one with an encoded slash because it is none of ours.
 */
export function decodedPath(path: string): string | undefined {
  if (plain.test(path)) return path;
  if (/%2f/i.test(path)) return undefined;
  try {
    const decoded = decodeURIComponent(path).normalize('NFC');
    return /^(?!.*(?:\/\/|[\\\p{Cc}]))\//su.test(decoded) ? decoded : undefined;
  } catch {
    return undefined;
  }
}

/** The one spelling in which documents have their addresses. */
export function documentUrl(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}

/** The spelling in which a page would have this address; undefined where this is that spelling. */
export function otherSpelling(path: string): string | undefined {
  const spelled = path.replace(/\/index\.html$/, '/').replace(/\/page\/1\/?$/, '/');
  const wanted = spelled.endsWith('/') ? spelled : `${spelled}/`;
  return wanted === path ? undefined : wanted;
}
