import { sha256 } from '@galley/kernel';
import type { FoundAsset } from './theme/theme.ts';

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
  /** Why there is no page, and where in the theme: for whoever builds the site, and never sent. */
  readonly failure?: string;
  /** Where it may be kept as a file, and sent again from there: what has to be known of it besides its text. */
  readonly sentAs?: SentAs | undefined;
}

/** Data; a page of the theme, which may load scripts or not; or a feed or another file, with its content type. */
export type SentAs = 'data' | 'page' | 'page with scripts' | `file ${string}`;

const revalidate = 'public, max-age=0, must-revalidate';
const immutable = 'public, max-age=31536000, immutable';

const security: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  // Of what is no page: nothing in it is run or loaded. Pages and files of the theme have policies of their own.
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
};

/** What a page may load, beside what every page may. */
export interface PagePolicy {
  /** Whether the theme brings scripts. */
  readonly hasScripts: boolean;
  /** Hosts of which frames may be shown. */
  readonly frames: readonly string[];
}

function contentSecurityPolicy({ hasScripts, frames }: PagePolicy): string {
  return [
    "default-src 'none'",
    "img-src 'self' data: https:",
    "media-src 'self' https:",
    "style-src 'self'",
    "font-src 'self'",
    `script-src ${hasScripts ? "'self'" : "'none'"}`,
    ...(frames.length > 0
      ? [`frame-src ${frames.map((host) => `https://${host}`).join(' ')}`]
      : []),
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
  ].join('; ');
}

/**
 * A page of the theme. `shown` is what became of it on its way out, which may load nothing that the theme's own page
 * does not.
 */
export function htmlResponse(
  status: number,
  { html, shown = html }: { readonly html: string; readonly shown?: string },
  allowed: PagePolicy,
): SiteResponse {
  // A page that loads none lets none through: what a text smuggled in would not run even if it came that far.
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

/** The answer that a text was when it was made. */
export function sentAgain(
  { text, sentAs }: { readonly text: string; readonly sentAs: SentAs },
  frames: PagePolicy['frames'],
): SiteResponse {
  if (sentAs === 'data') return dataResponse(text);
  if (sentAs.startsWith(filePrefix)) return fileResponse(sentAs.slice(filePrefix.length), text);
  return pageResponse(text, { hasScripts: sentAs === 'page with scripts', frames });
}

/** Names bytes (RFC 9110, 8.8.3). */
export function strongTag(body: string | Uint8Array): string {
  return `"${sha256(body).slice(0, 32)}"`;
}

/** Text with a strong ETag over its bytes. */
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

/** A feed, or another file that the site makes of its documents. */
export function fileResponse(contentType: string, text: string): SiteResponse {
  return { ...textResponse(contentType, text), sentAs: `file ${contentType}` };
}

/** Data of the platform API, for pages of any site: no cookie changes it (GAP-SET-7). */
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

/** How long a file of the theme may be kept: asked for by its hash, for good. */
const assetLifetimes: Readonly<Record<FoundAsset['naming'], string>> = {
  hashed: immutable,
  plain: revalidate,
  // A page from before the theme was changed: as it is now is better than not at all, but not under that name.
  outdated: 'no-store',
};

/** A file of the theme. */
export function assetResponse({ asset, naming }: FoundAsset): SiteResponse {
  return {
    status: 200,
    headers: {
      'content-type': asset.contentType,
      etag: `"${asset.hash}"`,
      'cache-control': assetLifetimes[naming],
      ...security,
      // An SVG opened by itself is a document, and must not run what is in it.
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    },
    body: asset.bytes,
  };
}

/** To another address, of this site or not. */
export function redirect(location: string, status: number): SiteResponse {
  return { status, headers: { location, 'cache-control': revalidate, ...security }, body: '' };
}

/** What HEAD and a matching If-None-Match leave of an answer. */
export function conditional(request: SiteRequest, response: SiteResponse): SiteResponse {
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

/** Whether an If-None-Match names a tag (RFC 9110, 13.1.2): a list of tags, compared weakly, or `*`. */
export function matchesTag(header: string | readonly string[] | undefined, etag: string): boolean {
  const tags = [header ?? []].flat().join(',').split(',');
  return tags.some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
}
