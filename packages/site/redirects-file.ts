import { isRedirectPattern, type SiteSettings } from '@galley/settings';
import { encodeAddress } from './markdown/public-address.ts';

/** Patterns for static hosts, a line each; undefined without patterns. Removed content has no line, as hosts know no 410. */
export function renderRedirects({ redirects }: SiteSettings): string | undefined {
  const lines = redirects.flatMap(({ from, to, status }) =>
    to !== undefined && isRedirectPattern(from)
      ? [`${encodeAddress(from)} ${encodeAddress(to)} ${status}\n`]
      : [],
  );
  return lines.length === 0 ? undefined : lines.join('');
}
