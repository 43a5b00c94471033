import { sha256 } from '@galley/kernel';
import { contentSecurityPolicy, type PagePolicy } from './page-policy.ts';
import type { FoundAsset } from './theme/theme.ts';

export interface SiteRequest {
  readonly method: string;
  /** Percent-encoded, without query. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

export interface SiteResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
  /** With the theme position; for the log only. */
  readonly failure?: string;
  /** Set when the answer may be stored as a file. */
  readonly sentAs?: SentAs | undefined;
}

export type SentAs = 'data' | 'page' | 'page with scripts' | `file ${string}`;

const revalidate = 'public, max-age=0, must-revalidate';
const immutable = 'public, max-age=31536000, immutable';

const security: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  // For answers other than pages: nothing may run or load.
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
};

/** `shown` is filtered, and may load nothing that the theme's own page does not. */
export function htmlResponse(
  status: number,
  { html, shown = html }: { readonly html: string; readonly shown?: string },
  allowed: PagePolicy,
): SiteResponse {
  // A page without scripts forbids them, so that injected scripts do not run.
  const hasScripts = allowed.hasScripts && /<script\b[^>]*\ssrc=/i.test(html);
  const page = pageResponse(shown, { ...allowed, hasScripts });
  return status === 200 ? page : { ...page, status, sentAs: undefined };
}

function pageResponse(html: string, policy: PagePolicy): SiteResponse {
  const { headers, ...response } = textResponse('text/html; charset=utf-8', html);
  return {
    ...response,
    headers: { ...headers, 'content-security-policy': contentSecurityPolicy(policy) },
    sentAs: policy.hasScripts ? 'page with scripts' : 'page',
  };
}

export function restoreResponse(
  { text, sentAs }: { readonly text: string; readonly sentAs: SentAs },
  settings: PagePolicy['settings'],
): SiteResponse {
  if (sentAs === 'data') return dataResponse(text);
  if (sentAs.startsWith(filePrefix)) return fileResponse(sentAs.slice(filePrefix.length), text);
  return pageResponse(text, { hasScripts: sentAs === 'page with scripts', settings });
}

/** RFC 9110, 8.8.3 */
export function strongTag(body: string | Uint8Array): string {
  return `"${sha256(body).slice(0, 32)}"`;
}

export function textResponse(contentType: string, body: string, status = 200): SiteResponse {
  const headers = {
    'content-type': contentType,
    etag: strongTag(body),
    'cache-control': revalidate,
    ...security,
  };
  return { status, headers, body };
}

const filePrefix = 'file ';

export function fileResponse(contentType: string, text: string): SiteResponse {
  return { ...textResponse(contentType, text), sentAs: `file ${contentType}` };
}

/** Usable by any site, because cookies do not affect it (GAP-SET-7). */
export function dataResponse(json: string): SiteResponse {
  const { headers, ...response } = textResponse('application/json; charset=utf-8', json);
  return {
    ...response,
    sentAs: 'data',
    headers: {
      ...headers,
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'referrer-policy': 'no-referrer',
    },
  };
}

/** Not cached, not indexed, and without referrer. */
export function withoutSharing({ headers, ...response }: SiteResponse): SiteResponse {
  const { etag: _etag, ...others } = headers;
  const discreet = {
    'cache-control': 'private, no-store',
    'x-robots-tag': 'noindex, nofollow',
    'referrer-policy': 'no-referrer',
  };
  return { ...response, headers: { ...others, ...discreet } };
}

/** Permanent for hashed names. */
const assetLifetimes: Readonly<Record<FoundAsset['naming'], string>> = {
  hashed: immutable,
  plain: revalidate,
  // A page rendered before a theme change gets the current file.
  outdated: 'no-store',
};

export function assetResponse({ asset, naming }: FoundAsset): SiteResponse {
  return {
    status: 200,
    headers: {
      'content-type': asset.contentType,
      etag: `"${asset.hash}"`,
      'cache-control': assetLifetimes[naming],
      ...security,
      ...inert,
    },
    body: asset.bytes,
  };
}

/** Prevents scripts in an SVG opened as a document. */
const inert = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
};

/** For a file whose content may change at the same address. */
export function fileHeaders(
  contentType: string,
  bytes: Uint8Array,
): Readonly<Record<string, string>> {
  return {
    'content-type': contentType,
    etag: strongTag(bytes),
    'cache-control': revalidate,
    ...security,
    ...inert,
  };
}

export function redirect(location: string, status: number): SiteResponse {
  return { status, headers: { location, 'cache-control': revalidate, ...security }, body: '' };
}

export function applyConditions(request: SiteRequest, response: SiteResponse): SiteResponse {
  const { etag } = response.headers;
  if (
    response.status === 200 &&
    etag !== undefined &&
    matchesTag(request.headers['if-none-match'], etag)
  ) {
    const { 'content-type': _type, ...headers } = response.headers;
    return { status: 304, headers, body: '' };
  }
  if (request.method !== 'HEAD') return response;
  const length = String(Buffer.byteLength(response.body));
  return { ...response, headers: { ...response.headers, 'content-length': length }, body: '' };
}

/** Weak comparison, also of lists and `*` (RFC 9110, 13.1.2). */
export function matchesTag(header: string | readonly string[] | undefined, etag: string): boolean {
  const tags = [header ?? []].flat().join(',').split(',');
  return tags.some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
}
