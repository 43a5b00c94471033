import type { PublishedDocument } from '@galley/content';
import { homePath } from '../languages.ts';
import { encodeAddress } from '../markdown/public-address.ts';
import { sectionPath } from './addresses.ts';
import { typeLabel } from './document-view.ts';
import type { Crumb } from './page-head.ts';
import type { PageContext, PageSettings } from './page.ts';

/** From the home page to this page, inclusive. */
export function breadcrumbs(
  settings: PageSettings,
  page: {
    readonly lang: string;
    readonly path: string;
    readonly title: string;
    readonly trail?: readonly Crumb[];
  },
): readonly Crumb[] {
  const home = { title: settings.texts.for(page.lang).home, url: homePath(settings, page.lang) };
  const way = [home, ...(page.trail ?? []), { title: page.title, url: page.path }];
  return way.map(({ title, url }) => ({ title, url: encodeAddress(url) }));
}

const maxSteps = 6;

/** Documents whose addresses are prefixes, and the section. */
export async function documentTrail(
  { settings, published }: PageContext,
  { lang, type, url }: PublishedDocument,
): Promise<readonly Crumb[]> {
  // Settings and documents are updated separately.
  const base = type in settings.content.types ? sectionPath(settings, lang, type) : undefined;
  const hasSection = base !== undefined && type !== 'page';
  const section = hasSection ? [{ title: typeLabel(settings, lang, type), url: base }] : [];
  const above = stepsAbove(url, homePath(settings, lang)).filter((step) => step !== base);
  const titles = await published.titlesAt(above);
  const documents = above.filter((step) => titles.has(step));
  return [...section, ...documents.map((step) => ({ title: titles.get(step)!, url: step }))];
}

/** `/docs/` and `/docs/install/` of `/docs/install/linux/` */
function stepsAbove(url: string, home: string): readonly string[] {
  const names = url.slice(home.length).split('/').slice(0, -2);
  const steps = names.map((_name, index) => `${home}${names.slice(0, index + 1).join('/')}/`);
  return steps.slice(0, maxSteps);
}
