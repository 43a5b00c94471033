import { decodedPath } from '../site-address.ts';

const maxNameBytes = 255;
/** UTF-8 bytes per UTF-16 unit. */
const maxBytesPerUnit = 3;

/** `posts/café/index.html` for `/posts/caf%C3%A9/`; undefined when no file can have it. */
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
