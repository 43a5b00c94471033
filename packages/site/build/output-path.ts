import { decodedPath } from '../site-address.ts';

/** Maximum bytes of a file name on common file systems. */
const maxNameBytes = 255;
/** Maximum UTF-8 bytes per UTF-16 unit. */
const maxBytesPerUnit = 3;

/** Output file of an address: `posts/café/index.html` for `/posts/caf%C3%A9/`. Undefined when no file can have it. */
export function outputPath(address: string): string | undefined {
  const path = decodedPath(address);
  if (path === undefined) return undefined;
  const file = `${path.slice(1)}${path.endsWith('/') ? 'index.html' : ''}`;
  const names = file.split('/');
  return names.every(isPossible) ? file : undefined;
}

function isPossible(name: string): boolean {
  if (name === '' || name === '.' || name === '..') return false;
  return name.length * maxBytesPerUnit <= maxNameBytes || Buffer.byteLength(name) <= maxNameBytes;
}
