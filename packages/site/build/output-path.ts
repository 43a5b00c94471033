import { decodedPath } from '../site-address.ts';

/** Bytes of one name, on the file systems that there are. */
const longestName = 255;

/**
 * The file of the static output that answers at an address: `posts/café/index.html` for `/posts/caf%C3%A9/`. Undefined
 * for an address that no file can have.
 */
export function outputPath(address: string): string | undefined {
  const path = decodedPath(address);
  if (path === undefined) return undefined;
  const file = `${path.slice(1)}${path.endsWith('/') ? 'index.html' : ''}`;
  const names = file.split('/');
  const isPossible = names.every(
    (name) => !/^\.{0,2}$/.test(name) && Buffer.byteLength(name) <= longestName,
  );
  return isPossible ? file : undefined;
}
