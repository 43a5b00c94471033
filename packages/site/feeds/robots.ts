import type { SiteSettings } from '@galley/settings';
import { absoluteUrl } from '../pages/addresses.ts';

/** RFC 9309 */
export function renderRobots(settings: SiteSettings): string {
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
