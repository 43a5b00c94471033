import { z } from 'zod';
import { value } from './shape.ts';

export const text = () =>
  value(z.string(), {
    expected: 'text (in quotes where it looks like a number)',
    field: { type: 'textarea' },
  });

export const title = () =>
  value(z.string().regex(/\S/), {
    expected: 'text that is not empty (in quotes where it looks like a number)',
  });

export const languageTag = () =>
  value(z.stringFormat('language', isLanguageTag), {
    expected: 'a language tag such as en, es or pt-BR',
  });

export const timeZone = () =>
  value(z.stringFormat('time-zone', isTimeZone), {
    expected: 'the name of a time zone, such as UTC or Europe/Berlin',
    options: ['UTC', ...Intl.supportedValuesOf('timeZone')],
    field: { type: 'text' },
  });

/** Without trailing slash. */
export const siteUrl = () =>
  value(
    z.stringFormat('site-url', isSiteUrl).transform((url) => new URL(url).href.replace(/\/+$/, '')),
    {
      expected: 'an address such as https://example.org, without user, query or fragment',
      field: { type: 'url' },
    },
  );

// Other schemes, above all `javascript:`, are unsafe in menus.
export const linkUrl = () =>
  value(z.string().regex(/^(\/(?!\/)|#|https?:\/\/|mailto:|tel:)\S*$/i), {
    expected: 'an address such as /about/ or https://example.org/',
    field: { type: 'url' },
  });

/** Address on this or another site. */
export const pageUrl = () =>
  value(z.string().regex(/^(\/(?!\/)|https?:\/\/)[^\s\\]*$/i), {
    expected: 'an address such as /about/ or https://example.org/',
    field: { type: 'url' },
  });

export const robotsPath = () =>
  value(z.string().regex(/^\/\S*$/), { expected: 'a path such as /drafts/' });

/** With or without @. */
export const accountName = () =>
  value(
    z
      .string()
      .regex(/^@?\w{1,30}$/)
      .transform((name) => `@${name.replace('@', '')}`),
    { expected: 'the name of an account such as "@galley"' },
  );

export const name = () =>
  value(z.string().regex(/^[a-z0-9][a-z0-9_-]*$/), {
    expected: 'a name of lower-case letters, digits, - and _',
  });

/** As `termSlug` writes it. */
const termSlug = z.string().regex(/^[\p{L}\p{M}\p{N}]+(-[\p{L}\p{M}\p{N}]+)*$/u);
const termShape = { expected: 'the last part of a term’s address, such as wood-type' };

export const termName = () => value(termSlug, termShape);

/** Null where a removed rename leaves its key. */
export const presentTermName = () => value(termSlug.nullable(), termShape);

export const folder = () =>
  value(z.stringFormat('folder', isFolder), {
    expected:
      'a folder of the content tree such as posts or docs/guides (not config, not media, no name that begins with a dot)',
  });

export const freeMap = () =>
  value(z.record(z.string(), z.unknown()), { expected: 'a map of keys' });

function isLanguageTag(tag: string): boolean {
  // Intl accepts any word of five to eight letters; real codes have two or three.
  if (!/^[a-z]{2,3}(-|$)/i.test(tag)) return false;
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

function isTimeZone(zone: string): boolean {
  // Intl accepts offsets such as +01:00, which ignore daylight saving time.
  if (!/^[A-Za-z]/.test(zone)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }) instanceof Intl.DateTimeFormat;
  } catch {
    return false;
  }
}

function isSiteUrl(address: string): boolean {
  if (!/^https?:\/\/[^\s?#]+$/i.test(address)) return false;
  const url = URL.parse(address);
  return url !== null && url.username === '' && url.password === '';
}

function isFolder(path: string): boolean {
  const segments = path.split('/');
  // Follows the strictest file system, Windows, where names cannot end with a dot or space.
  const isPlain = segments.every((segment) =>
    /^(?![. ])[^\\:\p{Cc}]*[^\\:\p{Cc}. ]$/u.test(segment),
  );
  return isPlain && !['config', 'media'].includes(segments[0]!.toLowerCase());
}
