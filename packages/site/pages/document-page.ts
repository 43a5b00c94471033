import type { PublishedDocument } from '@galley/content';
import type { SiteSettings } from '@galley/settings';
import { fill, interfaceTexts } from '../interface-texts.ts';
import { homePath, languageTags } from '../languages.ts';
import { excerpt } from '../markdown/render-markdown.ts';
import { summaryView } from './document-view.ts';
import { newestOf } from './list-pages.ts';
import type { Page, PageContext } from './page.ts';
import { siteView } from './site-view.ts';

const descriptionLength = 200;

/** The page of one document. Its own layout comes first, then its type's, then `page`. */
export async function documentPage(
  context: PageContext,
  document: PublishedDocument,
  { isHidden = false } = {},
): Promise<Page> {
  const { settings } = context;
  const { lang, url } = document;
  const isHome = homePath(settings, lang) === url;
  const type = listedType(settings, document);
  const view = {
    ...siteView(context, {
      lang,
      path: url,
      title: isHome ? '' : document.title,
      description: document.summary ?? excerpt(document.body, descriptionLength),
      translations: await translations(context, document),
      isArticle: document.type === 'post',
      isHidden,
    }),
    document: await documentView(context, document),
    list: type === undefined ? null : await newestOf(context, lang, type),
  };
  return { lang, layouts: layoutsFor(settings, document, isHome), view };
}

function layoutsFor(
  settings: SiteSettings,
  { layout, type }: PublishedDocument,
  isHome: boolean,
): readonly string[] {
  const typeLayout = settings.content.types[type]?.layout;
  const wanted = [layout, isHome ? 'home' : null, typeLayout, 'page'];
  return wanted.filter((name): name is string => Boolean(name));
}

async function documentView(context: PageContext, document: PublishedDocument): Promise<object> {
  const { html, headings, readingMinutes } = await context.bodies.render(document);
  const texts = interfaceTexts(document.lang);
  return {
    ...summaryView(context.settings, document),
    html,
    headings: document.params.toc === true ? headings.filter(({ level }) => level <= 3) : [],
    reading_time: fill(texts.reading_time, { minutes: readingMinutes }),
  };
}

async function translations(
  { published, settings }: PageContext,
  document: PublishedDocument,
): Promise<Record<string, string>> {
  const all = await published.translations(document.translationKey);
  const known = all.filter(({ lang }) => languageTags(settings).includes(lang));
  return Object.fromEntries(known.map(({ lang, url }) => [lang, url]));
}

/** The type whose newest documents stand below, as `list: posts` in the frontmatter asks, by its name or folder. */
function listedType(settings: SiteSettings, { params }: PublishedDocument): string | undefined {
  const types = Object.entries(settings.content.types);
  return types.find(([name, { folder }]) => params.list === name || params.list === folder)?.[0];
}
