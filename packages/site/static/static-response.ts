import { contentSecurityPolicy, type PagePolicy } from '../page-policy.ts';
import { fileHeaders, type SiteResponse } from '../site-response.ts';

const contentTypes: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  htm: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
  json: 'application/json',
  webmanifest: 'application/manifest+json',
  pdf: 'application/pdf',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
  woff: 'font/woff',
};

/** HTML has the policy of pages, so scripts and styles come from files; nothing runs in files of other types. */
export function staticResponse(
  path: string,
  bytes: Uint8Array,
  settings: PagePolicy['settings'],
): SiteResponse {
  const contentType = contentTypeOf(path, bytes);
  const { 'content-security-policy': policy, ...headers } = fileHeaders(contentType, bytes);
  const hasScripts = contentType.startsWith('text/html') && /<script\b/i.test(textOf(bytes));
  return {
    status: 200,
    headers: {
      ...headers,
      'content-security-policy': contentType.startsWith('text/html')
        ? contentSecurityPolicy({ hasScripts, settings })
        : policy!,
      // Other sites read such files with scripts, such as those of Matrix and Nostr.
      ...(path.startsWith('.well-known/') && { 'access-control-allow-origin': '*' }),
    },
    body: bytes,
  };
}

/** Files without an ending, such as `apple-app-site-association`, are JSON or text. */
function contentTypeOf(path: string, bytes: Uint8Array): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase();
  if (ending === undefined) {
    return /^\s*[{[]/.test(textOf(bytes.subarray(0, 100)))
      ? contentTypes['json']!
      : contentTypes['txt']!;
  }
  return Object.hasOwn(contentTypes, ending) ? contentTypes[ending]! : 'application/octet-stream';
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
}
