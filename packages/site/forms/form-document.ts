import type { PublishedDocument } from '@galley/content';
import type { SiteForm } from '@galley/settings';

/** Page of a form alone, for a form whose page is not public or no longer shows it. */
export function formDocument(name: string, form: SiteForm, lang: string): PublishedDocument {
  const now = new Date(0);
  const path = `pages/${name}.md`;
  return {
    path,
    url: `/__forms/${name}`,
    id: `${lang}:page:${name}.md`,
    type: 'page',
    lang,
    translationKey: `page:${name}.md`,
    slug: name,
    title: form.title,
    layout: null,
    summary: null,
    author: null,
    authorName: null,
    authorPictures: {},
    lastEditor: null,
    date: now,
    hasOwnDate: false,
    taxonomies: {},
    fields: {},
    params: { noindex: true },
    createdAt: null,
    updatedAt: null,
    publishedAt: now,
    aliases: [],
    body: `{{form name="${name}"}}\n`,
    hash: `form ${name}`,
    revision: '',
    version: 0,
  };
}
