import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import type { UploadFile } from './call.ts';

/** Opens a local file for upload; it is read in chunks while it is sent, so it can have any size. */
export async function fileAt(path: string): Promise<UploadFile> {
  return { name: basename(path), content: await openAsBlob(path) };
}

/**
 * Wraps `fetch` with a cookie jar per server, for signing in with a password in Node. Long-running programs should use
 * a token instead.
 */
export function fetchWithCookies(fetch: typeof globalThis.fetch = globalThis.fetch) {
  const jars = new Map<string, Map<string, string>>();
  return async (input: string | URL, init: RequestInit = {}): Promise<Response> => {
    const { origin } = new URL(input);
    const jar = jars.get(origin) ?? new Map<string, string>();
    jars.set(origin, jar);
    const headers = new Headers(init.headers);
    if (jar.size > 0) headers.set('cookie', [...jar].map((pair) => pair.join('=')).join('; '));
    const response = await fetch(input, { ...init, headers });
    for (const cookie of response.headers.getSetCookie()) storeCookies(jar, cookie);
    return response;
  };
}

function storeCookies(jar: Map<string, string>, cookie: string): void {
  const [, name = '', value = ''] = /^([^=;]*)=([^;]*)/.exec(cookie) ?? [];
  const expires = /;\s*expires=([^;]*)/i.exec(cookie)?.[1];
  const isGone = /;\s*max-age=(0|-\d+)/i.test(cookie) || Date.parse(expires ?? '') <= Date.now();
  if (isGone) jar.delete(name);
  else jar.set(name, value);
}
