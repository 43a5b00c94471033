import type { SiteSettings } from '@galley/settings';
import { homePath } from '../languages.ts';
import { absoluteAddress, absoluteUrl, searchPath } from './addresses.ts';
import type { PageData, PageHead } from './page-head.ts';
import type { BylineAuthor } from './profile-pictures.ts';
import { siteDescription, siteTitle } from './site-data.ts';

type Thing = Readonly<Record<string, unknown>>;

/** schema.org; escaped so that no text can end the script element. */
export function jsonLd(settings: SiteSettings, page: PageData, head: PageHead): string {
  const things = [
    page.is_home ? website(settings, head.lang) : webPage(settings, page, head),
    page.breadcrumbs.length > 2 ? breadcrumbList(settings, page) : undefined,
  ];
  const graph = { '@context': 'https://schema.org', '@graph': things.filter((one) => one) };
  return JSON.stringify(graph).replace(/[<>&\u2028\u2029]/g, escaped);
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function website(settings: SiteSettings, lang: string): Thing {
  const { enabled } = settings.search;
  const found = `${absoluteUrl(settings, searchPath(settings, lang))}?q={search_term_string}`;
  return {
    '@type': 'WebSite',
    name: siteTitle(settings, lang),
    url: absoluteUrl(settings, homePath(settings, lang)),
    description: siteDescription(settings, lang) || undefined,
    inLanguage: lang,
    publisher: organization(settings),
    potentialAction: enabled
      ? {
          '@type': 'SearchAction',
          target: { '@type': 'EntryPoint', urlTemplate: found },
          'query-input': 'required name=search_term_string',
        }
      : undefined,
  };
}

function webPage(settings: SiteSettings, page: PageData, { lang, article }: PageHead): Thing {
  const common = {
    url: page.canonical,
    description: page.description || undefined,
    inLanguage: lang,
    image: page.image?.url,
    isPartOf: {
      '@type': 'WebSite',
      name: siteTitle(settings, lang),
      url: absoluteUrl(settings, homePath(settings, lang)),
    },
  };
  if (article === undefined) return { '@type': 'WebPage', name: page.title, ...common };
  const { kind, authors, published, modified, section, tags } = article;
  return {
    '@type': kind,
    headline: page.title,
    ...common,
    mainEntityOfPage: page.canonical,
    datePublished: published.toISOString(),
    dateModified: modified.toISOString(),
    author: people(authors),
    publisher: organization(settings),
    articleSection: section ?? undefined,
    keywords: tags.length > 0 ? tags : undefined,
  };
}

function people(authors: readonly BylineAuthor[]): Thing | readonly Thing[] | undefined {
  const [first, ...others] = authors.map(({ name, picture }): Thing => ({
    '@type': 'Person',
    name,
    image: picture,
  }));
  return first && others.length > 0 ? [first, ...others] : first;
}

function organization(settings: SiteSettings): Thing | undefined {
  const { organization: given } = settings.seo;
  if (given === undefined) return undefined;
  return {
    '@type': 'Organization',
    name: given.name,
    url: absoluteUrl(settings, '/'),
    logo: given.logo === undefined ? undefined : absoluteAddress(settings, given.logo),
    sameAs: given.sameAs.length > 0 ? given.sameAs : undefined,
  };
}

function breadcrumbList(settings: SiteSettings, { breadcrumbs }: PageData): Thing {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: breadcrumbs.map(({ title, url }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: title,
      item: absoluteUrl(settings, url),
    })),
  };
}
