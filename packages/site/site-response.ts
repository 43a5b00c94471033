import { sha256 } from '@galley/kernel';
import type { Theme } from './theme/theme.ts';
import type { ThemeAsset } from './theme/theme-files.ts';

/** One request for something public. */
export interface SiteRequest {
  readonly method: string;
  /** As it came, still percent-encoded, without the query: `/posts/caf%C3%A9/`. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

export interface SiteResponse {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

const revalidate = 'public, max-age=0, must-revalidate';
const immutable = 'public, max-age=31536000, immutable';

const security: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
};

function contentSecurityPolicy(theme: Theme): string {
  return [
    "default-src 'none'",
    "img-src 'self' data: https:",
    "media-src 'self' https:",
    "style-src 'self'",
    "font-src 'self'",
    `script-src ${theme.hasScripts ? "'self'" : "'none'"}`,
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
  ].join('; ');
}

/** A page of the theme. */
export function htmlResponse(status: number, html: string, theme: Theme): SiteResponse {
  const { headers, ...response } = textResponse('text/html; charset=utf-8', html, status);
  const policy = { 'content-security-policy': contentSecurityPolicy(theme) };
  return { ...response, headers: { ...headers, ...policy } };
}

/** Text with a strong ETag over its bytes. */
export function textResponse(contentType: string, body: string, status = 200): SiteResponse {
  const headers = {
    'content-type': contentType,
    etag: `"${sha256(body).slice(0, 32)}"`,
    'cache-control': revalidate,
    ...security,
  };
  return { status, headers, body };
}

/** What nobody else is to see: not kept, not found by search engines, its address told to no other site. */
export function forOneReader({ headers, ...response }: SiteResponse): SiteResponse {
  const { etag: _etag, ...others } = headers;
  const discreet = {
    'cache-control': 'private, no-store',
    'x-robots-tag': 'noindex, nofollow',
    'referrer-policy': 'no-referrer',
  };
  return { ...response, headers: { ...others, ...discreet } };
}

/** A file of the theme; asked for by its hash, it may be kept for good. */
export function assetResponse(asset: ThemeAsset, query: URLSearchParams): SiteResponse {
  return {
    status: 200,
    headers: {
      'content-type': asset.contentType,
      etag: `"${asset.hash}"`,
      'cache-control': query.get('v') === asset.hash ? immutable : revalidate,
      // An SVG opened by itself is a document, and must not run what is in it.
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      ...security,
    },
    body: asset.bytes,
  };
}

/** 301 to a path of this site. */
export function redirect(location: string): SiteResponse {
  return { status: 301, headers: { location, 'cache-control': revalidate, ...security }, body: '' };
}

/** What HEAD and a matching If-None-Match leave of an answer. */
export function conditional(request: SiteRequest, response: SiteResponse): SiteResponse {
  const { etag } = response.headers;
  if (
    response.status === 200 &&
    etag !== undefined &&
    matches(request.headers['if-none-match'], etag)
  ) {
    const { 'content-type': _type, ...headers } = response.headers;
    return { status: 304, headers, body: '' };
  }
  if (request.method !== 'HEAD') return response;
  const length = String(Buffer.byteLength(response.body));
  return { ...response, headers: { ...response.headers, 'content-length': length }, body: '' };
}

/** RFC 9110, 13.1.2: a list of tags, compared weakly, or `*`. */
function matches(header: string | readonly string[] | undefined, etag: string): boolean {
  const tags = [header ?? []].flat().join(',').split(',');
  return tags.some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
}
