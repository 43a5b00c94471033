import { getContentType, type DocumentKey } from './content-types.ts';
import { tokenPattern, type PermalinkToken } from './permalink-pattern.ts';
import type { SiteSettings } from './site-settings.ts';

/** What the address of a document is made of. */
export interface PermalinkSource extends DocumentKey {
  /** Absent, the last part of the path serves. */
  readonly slug?: string | null;
  /** The site's time zone decides which day it is. */
  readonly date?: Date | null;
}

/**
 * The public path of a document, percent-encoded: `/es/posts/hello/`. The site's own language has no prefix; a last
 * `index` stands for its folder. A token without a value (a date that a document has not) leaves its segment out.
 *
 * @throws `invalid_request` when the site has no such type.
 */
export function permalinkFor(settings: SiteSettings, source: PermalinkSource): string {
  const { permalink } = getContentType(settings, source.type);
  const values = tokenValues(settings, source);
  const segments = permalink
    .split('/')
    .flatMap((segment) => expand(segment, values).split('/'))
    // A slug of two dots would lead out of its folder.
    .filter((segment) => !/^\.{0,2}$/.test(segment));
  const prefix = source.lang === settings.language ? [] : [source.lang];
  return ['', ...prefix, ...segments, ''].join('/');
}

type TokenValues = Readonly<Record<PermalinkToken, string>>;

function tokenValues(settings: SiteSettings, { path, slug, date }: PermalinkSource): TokenValues {
  const parts = path.split('/');
  if (parts.at(-1) === 'index') parts.pop();
  const [year = '', month = '', day = ''] = date ? dayIn(settings.timeZone, date) : [];
  return {
    ':path': parts.map(encoded).join('/'),
    ':slug': encoded(slug && slug !== 'index' ? slug : (parts.at(-1) ?? '')),
    ':year': year,
    ':month': month,
    ':day': day,
  };
}

function expand(segment: string, values: TokenValues): string {
  let isComplete = true;
  let end = 0;
  let text = '';
  for (const match of segment.matchAll(tokenPattern)) {
    const value = values[match[0] as PermalinkToken];
    isComplete &&= value !== '';
    text += encoded(segment.slice(end, match.index)) + value;
    end = match.index + match[0].length;
  }
  return isComplete ? text + encoded(segment.slice(end)) : '';
}

/** One form for one text, so that a name typed on any keyboard and system has the same address. */
const encoded = (text: string) => encodeURIComponent(text.toWellFormed().normalize('NFC'));

const formats = new Map<string, Intl.DateTimeFormat>();

function dayIn(timeZone: string, date: Date): string[] {
  // Making a format is slow, and an index of a large site asks for thousands of dates.
  const format = formats.get(timeZone) ?? newFormat(timeZone);
  formats.set(timeZone, format);
  const parts = new Map(format.formatToParts(date).map(({ type, value }) => [type, value]));
  return [parts.get('year')!.padStart(4, '0'), parts.get('month')!, parts.get('day')!];
}

const newFormat = (timeZone: string) =>
  new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
