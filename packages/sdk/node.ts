import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import type { UploadFile } from './call.ts';

/** A file of this machine, to upload: read piece by piece while it is sent, however large it is. */
export async function fileAt(path: string): Promise<UploadFile> {
  return { name: basename(path), content: await openAsBlob(path) };
}

/**
 * A `fetch` that keeps the cookies of each server, as a browser does: for who signs in with a password in Node. What is
 * to run for long had better have a token.
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
    for (const cookie of response.headers.getSetCookie()) keep(jar, cookie);
    return response;
  };
}

function keep(jar: Map<string, string>, cookie: string): void {
  const [, name = '', value = ''] = /^([^=;]*)=([^;]*)/.exec(cookie) ?? [];
  const expires = /;\s*expires=([^;]*)/i.exec(cookie)?.[1];
  const isGone = /;\s*max-age=(0|-\d+)/i.test(cookie) || Date.parse(expires ?? '') <= Date.now();
  if (isGone) jar.delete(name);
  else jar.set(name, value);
}
