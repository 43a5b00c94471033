import type { PublishedSummary } from '@galley/content';
import { isServiceAccount } from '@galley/kernel';
import { pageKeysInForce, type CustomFields, type SiteSettings } from '@galley/settings';
import { absoluteAddress, absoluteUrl } from './addresses.ts';

export interface PageKeys {
  /** Names for readers, in order. */
  readonly authors: readonly string[];
  /** Replaces the whole title in search results and shared links. */
  readonly seoTitle: string | undefined;
  readonly seoDescription: string | undefined;
  /** Absolute. */
  readonly canonical: string | undefined;
}

type KeyedDocument = Pick<PublishedSummary, 'params' | 'author' | 'authorName'>;

/** Ignores values of other types and empty texts. */
export function readPageKeys(settings: SiteSettings, document: KeyedDocument): PageKeys {
  const params = ownParams(settings.customFields, document.params);
  return {
    authors: listAuthors(params, document),
    seoTitle: line(params['seo_title']),
    seoDescription: line(params['seo_description']),
    canonical: canonicalIn(settings, params),
  };
}

/** Address of the original of a page that is a copy of another page (ADD-KEY-4). */
export function findOriginal(
  settings: SiteSettings,
  { url, params }: Pick<PublishedSummary, 'url' | 'params'>,
): string | undefined {
  const canonical = canonicalIn(settings, ownParams(settings.customFields, params));
  return canonical === absoluteUrl(settings, url) ? undefined : canonical;
}

type Params = Readonly<Record<string, unknown>>;

function ownParams(customFields: CustomFields, params: Params): Params {
  const keys = pageKeysInForce(customFields);
  return Object.fromEntries(keys.map((key) => [key, params[key]]));
}

/** A user name is no byline: an owner without a display name is omitted, as is a service account. */
function listAuthors(params: Params, { author, authorName }: KeyedDocument): readonly string[] {
  const given = [params['authors']].flat().map(line);
  const named = given.filter((name) => name !== undefined);
  if (named.length > 0) return [...new Set(named)];
  const owner = authorName ?? author;
  return owner && !isServiceAccount(owner) ? [owner] : [];
}

function canonicalIn(settings: SiteSettings, params: Params): string | undefined {
  const address = line(params['canonical']);
  if (address === undefined || !/^(?:https?:\/\/|\/(?!\/))/i.test(address)) return undefined;
  return URL.parse(absoluteAddress(settings, address))?.href;
}

function line(value: unknown): string | undefined {
  const text = typeof value === 'string' ? value.replace(/\s+/g, ' ').trim() : '';
  return text === '' ? undefined : text;
}
