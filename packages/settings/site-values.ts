import { z } from 'zod';
import { fieldFault } from '@galley/kernel';
import { value } from './shape.ts';

export const text = () =>
  value(z.string(), {
    expected: fieldFault('not_plain_text'),
    field: { type: 'textarea' },
  });

export const title = () =>
  value(z.string().regex(/\S/), {
    expected: fieldFault('not_filled_text'),
  });

export const languageTag = () =>
  value(z.stringFormat('language', isLanguageTag), {
    expected: fieldFault('not_a_language', { example: ['en', 'es', 'pt-BR'] }),
  });

export const timeZone = () =>
  value(z.stringFormat('time-zone', isTimeZone), {
    expected: fieldFault('not_a_time_zone', { example: ['UTC', 'Europe/Berlin'] }),
    options: ['UTC', ...Intl.supportedValuesOf('timeZone')],
    field: { type: 'text' },
  });

/** Without trailing slash. */
export const siteUrl = () =>
  value(
    z.stringFormat('site-url', isSiteUrl).transform((url) => new URL(url).href.replace(/\/+$/, '')),
    {
      expected: fieldFault('not_a_base_address', { example: 'https://example.org' }),
      field: { type: 'url' },
    },
  );

// Other schemes, above all `javascript:`, are unsafe in menus.
export const linkUrl = () =>
  value(z.string().regex(/^(\/(?!\/)|#|https?:\/\/|mailto:|tel:)\S*$/i), {
    expected: fieldFault('not_an_address', { example: ['/about/', 'https://example.org/'] }),
    field: { type: 'url' },
  });

/** Address on this or another site. */
export const pageUrl = () =>
  value(z.string().regex(/^(\/(?!\/)|https?:\/\/)[^\s\\]*$/i), {
    expected: fieldFault('not_an_address', { example: ['/about/', 'https://example.org/'] }),
    field: { type: 'url' },
  });

export const robotsPath = () =>
  value(z.string().regex(/^\/\S*$/), {
    expected: fieldFault('not_a_path', { example: '/drafts/' }),
  });

/** With or without @. */
export const accountName = () =>
  value(
    z
      .string()
      .regex(/^@?\w{1,30}$/)
      .transform((name) => `@${name.replace('@', '')}`),
    { expected: fieldFault('not_valid', { example: '"@galley"' }) },
  );

export const name = () =>
  value(z.string().regex(/^[a-z0-9][a-z0-9_-]*$/), {
    expected: fieldFault('not_a_name', { characters: 'a–z 0–9 _ -', first: 'a–z 0–9' }),
  });

/** As `termSlug` writes it. */
const termSlug = z.string().regex(/^[\p{L}\p{M}\p{N}]+(-[\p{L}\p{M}\p{N}]+)*$/u);
const termShape = { expected: fieldFault('not_valid', { example: 'wood-type' }) };

export const termName = () => value(termSlug, termShape);

/** Null where a removed rename leaves its key. */
export const presentTermName = () => value(termSlug.nullable(), termShape);

export const folder = () =>
  value(z.stringFormat('folder', isFolder), {
    expected: fieldFault('not_a_content_folder', { example: ['posts', 'docs/guides'] }),
  });

export const freeMap = () =>
  value(z.record(z.string(), z.unknown()), { expected: fieldFault('not_a_map') });

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
