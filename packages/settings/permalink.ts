import { getContentType, type DocumentKey } from './content-types.ts';
import { tokenPattern, type PermalinkToken } from './permalink-pattern.ts';
import type { SiteSettings } from './site-settings.ts';
import { dayIn } from './day-in.ts';

export interface PermalinkSource extends DocumentKey {
  /** Defaults to the last part of the path. */
  readonly slug?: string | null;
  /** The day is determined in the site's time zone. */
  readonly date?: Date | null;
}

/**
 * Percent-encoded. The default language has no prefix, a final `index` stands for its folder, and segments of tokens
 * without a value are omitted. @throws `invalid_request` for an unknown type
 */
export function permalinkFor(settings: SiteSettings, source: PermalinkSource): string {
  const { permalink } = getContentType(settings, source.type);
  const values = tokenValues(settings, source);
  const segments = permalink
    .split('/')
    .flatMap((segment) => expand(segment, values).split('/'))
    // A slug of dots would leave its folder.
    .filter((segment) => !/^\.{0,2}$/.test(segment));
  const prefix = source.lang === settings.language ? [] : [source.lang];
  return ['', ...prefix, ...segments, ''].join('/');
}

type TokenValues = Readonly<Record<PermalinkToken, string>>;

function tokenValues(settings: SiteSettings, { path, slug, date }: PermalinkSource): TokenValues {
  const parts = path.split('/');
  if (parts.at(-1) === 'index') parts.pop();
  const [year = '', month = '', day = ''] = date ? dayIn(settings.timeZone, date).split('-') : [];
  return {
    ':path': parts.map(encodeSegment).join('/'),
    ':slug': encodeSegment(slug && slug !== 'index' ? slug : (parts.at(-1) ?? '')),
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
    text += encodeSegment(segment.slice(end, match.index)) + value;
    end = match.index + match[0].length;
  }
  return isComplete ? text + encodeSegment(segment.slice(end)) : '';
}

/** Normalised, so that a name has the same address however it is typed. */
const encodeSegment = (text: string) => encodeURIComponent(text.toWellFormed().normalize('NFC'));
