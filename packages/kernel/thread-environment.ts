import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';

/** Variables of a thread: without the secrets of the process, and with its cache of compiled modules. */
export function threadEnvironment(): Record<string, string> {
  // In a folder of its Node version.
  const cache = getCompileCacheDir();
  return cache === undefined ? {} : { NODE_COMPILE_CACHE: dirname(cache) };
}
