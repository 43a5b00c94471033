import type { SiteSettings } from '@galley/settings';
import { absoluteUrl } from '../pages/addresses.ts';

/** robots.txt (RFC 9309): everything but `robots.disallow`, the sitemap, and `robots.extra` as it stands. */
export function robotsText(settings: SiteSettings): string {
  const { disallow, extra } = settings.robots;
  const rules = disallow.length === 0 ? ['Allow: /'] : disallow.map((path) => `Disallow: ${path}`);
  return (
    [
      ['User-agent: *', ...rules].join('\n'),
      ...(extra.trim() === '' ? [] : [extra.trim()]),
      `Sitemap: ${absoluteUrl(settings, '/sitemap.xml')}`,
    ].join('\n\n') + '\n'
  );
}
