import { decodedPath } from '../site-address.ts';

/** Bytes of one name, on the file systems that there are. */
const longestName = 255;
/** Of UTF-8, and no more, for each unit of a string. */
const bytesOfUnit = 3;

/**
 * The file of the static output that answers at an address: `posts/café/index.html` for `/posts/caf%C3%A9/`. Undefined
 * for an address that no file can have.
 */
export function outputPath(address: string): string | undefined {
  const path = decodedPath(address);
  if (path === undefined) return undefined;
  const file = `${path.slice(1)}${path.endsWith('/') ? 'index.html' : ''}`;
  const names = file.split('/');
  return names.every(isPossible) ? file : undefined;
}

function isPossible(name: string): boolean {
  if (name === '' || name === '.' || name === '..') return false;
  return name.length * bytesOfUnit <= longestName || Buffer.byteLength(name) <= longestName;
}
