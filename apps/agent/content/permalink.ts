import type { DocumentFacts } from './frontmatter.ts';
import type { DocumentKey, Site } from './site.ts';

/** Percent-encoded: `/es/posts/hello/`. */
export function permalinkOf(site: Site, key: DocumentKey, { slug, date }: DocumentFacts): string {
  const parts = key.path.split('/');
  if (parts.at(-1) === 'index') parts.pop();
  const [year = '', month = '', day = ''] = date ? dayIn(site.timeZone, date) : [];
  const values: Readonly<Record<string, string>> = {
    ':path': parts.map(encoded).join('/'),
    ':slug': encoded(slug && slug !== 'index' ? slug : (parts.at(-1) ?? '')),
    ':year': year,
    ':month': month,
    ':day': day,
  };
  const segments = key.type.permalink
    .split('/')
    .flatMap((segment) => filledIn(segment, values).split('/'))
    .filter((segment) => segment !== '' && segment !== '.' && segment !== '..');
  const prefix = key.language === site.language ? [] : [key.language];
  return ['', ...prefix, ...segments, ''].join('/');
}

/** Empty if a value is missing, so that a document without a date still gets an address. */
function filledIn(segment: string, values: Readonly<Record<string, string>>): string {
  const pieces = segment.split(/(:[a-z]+)/);
  const isWhole = pieces.every((piece) => values[piece] !== '');
  return isWhole ? pieces.map((piece) => values[piece] ?? encoded(piece)).join('') : '';
}

const encoded = (text: string) => encodeURIComponent(text.toWellFormed().normalize('NFC'));

function dayIn(timeZone: string, date: Date): string[] {
  const format = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  const parts = new Map(format.formatToParts(date).map(({ type, value }) => [type, value]));
  return [parts.get('year')!.padStart(4, '0'), parts.get('month')!, parts.get('day')!];
}
