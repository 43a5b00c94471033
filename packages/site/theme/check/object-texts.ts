export interface DocumentedObject {
  readonly title: string;
  /** Layout of the example. */
  readonly layout: string;
  readonly path: string;
  readonly text: string;
  readonly properties: Readonly<Record<string, string>>;
}

const link = { title: 'its title', url: 'its address' };
const time = 'when, with `iso` and `text` in the language of the page';

const summary = {
  title: 'title of the document',
  url: 'path of its page',
  type: 'its content type',
  lang: 'its language',
  summary: 'the summary, or empty',
  author: 'the names of the authors in a sentence',
  authors: 'the names of the authors',
  byline: 'the authors with `By`, in the language of the page',
  author_pictures:
    'the approved profile pictures of authors, square, each with `name` and `src`; not every author has one',
  date: time,
  updated: `${time}; null without a change a day or more later`,
  image: 'see Image; null without a picture',
  taxonomies: 'the terms by taxonomy: `name`, `label` and `terms`, each with `name` and `url`',
  kicker: 'the first category, with `name` and `url`, or null',
  params: 'all other keys of the frontmatter',
  fields: 'values of the custom fields that are public',
  visible_fields: 'custom fields to display, with `name`, `label`, `text` and `url`',
};

/** In the order of the page. `object-reference.ts` compares them with the example site. */
export const objectTexts: readonly DocumentedObject[] = [
  {
    title: 'Site',
    layout: 'page',
    path: 'site',
    text: 'On every page.',
    properties: {
      title: 'title of the site in the language of the page',
      description: 'description of the site',
      url: 'address of the site, without a slash at the end',
      home: 'path of the home page in the language of the page',
      lang: 'language of the page',
      dir: '`ltr` or `rtl`',
      feed: 'address of the first feed, or null',
      feeds: 'feeds of the site, with `type`, `title` and `url`',
      search: 'null without search; `url` of the search page, `index` of the search index',
      params: '`params` of `site.yaml`',
      fields: 'values of the custom fields of the site',
      menu: 'the entries of `menu`, see Menu entry',
      menus: 'the entries of each of `menus`, by name',
      languages: 'see Language',
      generator: 'name and version of Galley',
    },
  },
  {
    title: 'Menu entry',
    layout: 'page',
    path: 'site.menu[0]',
    text: '',
    properties: {
      ...link,
      current: 'value for `aria-current`, or empty',
      children: 'entries below it, of the same kind',
    },
  },
  {
    title: 'Language',
    layout: 'page',
    path: 'site.languages[0]',
    text: '',
    properties: {
      lang: 'tag, such as `de`',
      dir: '`ltr` or `rtl`',
      name: 'the language’s own name',
      url: 'this page in that language, or the closest page there',
      current: 'true for the language of the page',
    },
  },
  {
    title: 'Page',
    layout: 'post',
    path: 'page',
    text: 'On every page.',
    properties: {
      title: 'title of the page; empty on home pages',
      full_title: 'for `<title>`, with the title of the site',
      seo_title: 'title for search engines; empty without one',
      description: 'description for search engines',
      url: 'path of the page',
      canonical: 'absolute address of the original',
      locale: 'language as in Open Graph',
      alternates: 'translations, with `lang` and an absolute `url`',
      is_home: 'true on home pages',
      is_article: 'true for posts',
      is_hidden: 'true if search engines must not list the page',
      image: 'picture for shared links, with `url`, `alt`, `width` and `height`, or null',
      article: 'null, or `published`, `modified`, `author`, `authors`, `section` and `tags`',
      breadcrumbs: 'pages from the home page to this one, with `title` and `url`',
      previous: 'path of the previous page of a list, or null',
      next: 'path of the next page of a list, or null',
      feeds: 'feeds of the page, with `type`, `title` and `url`',
      head: 'all metadata as elements, for `{{ page.head \\| raw }}` in `<head>`',
    },
  },
  {
    title: 'Document',
    layout: 'post',
    path: 'document',
    text: 'The document of the page. On home pages and error pages, null without one.',
    properties: {
      ...summary,
      html: 'the text as safe HTML, for `{{ document.html \\| raw }}`',
      headings: 'with `toc: true`, all headings: `id`, `text` and `level`',
      outline: 'tree of the headings of the first three levels, with `children`',
      reading_time: 'reading time as a sentence',
      newer: 'next newer document, with `title` and `url`, or null',
      older: 'next older document, with `title` and `url`, or null',
      related: 'documents with terms in common, see Document in a list',
    },
  },
  {
    title: 'Document in a list',
    layout: 'list',
    path: 'list.items[0]',
    text: '',
    properties: summary,
  },
  {
    title: 'Image',
    layout: 'post',
    path: 'document.image',
    text: 'The properties from `width` on exist only for pictures of the media library.',
    properties: {
      src: 'address of the picture',
      alt: 'alt text, or empty',
      sizes: 'value for a picture above a text',
      focal: 'focal point: `x` and `y` in percent, and `class`; null without one',
      width: 'in pixels',
      height: 'in pixels',
      srcset: 'smaller variants of the same format',
      sources: 'other formats, with `type` and `srcset`, smallest format first',
    },
  },
  {
    title: 'List',
    layout: 'list',
    path: 'list',
    text: 'A page of a list.',
    properties: {
      items: 'see Document in a list',
      total: 'number of documents on all pages',
      page: 'number of this page, from 1',
      pages: 'number of pages',
      url: 'path of the first page',
      first: 'path of the first page, or null',
      last: 'path of the last page, or null',
      newer: 'path of the page before, or null',
      older: 'path of the page after, or null',
      numbers: 'pages to link, with `page`, `url`, `label` and `current`; `page` is null for a gap',
      position: 'the position as a sentence',
    },
  },
  {
    title: 'Taxonomy',
    layout: 'term',
    path: 'taxonomy',
    text: '',
    properties: {
      name: 'name in the settings',
      label: 'name for readers',
      url: 'path of its page',
    },
  },
  {
    title: 'Term',
    layout: 'terms',
    path: 'terms[0]',
    text: '',
    properties: {
      name: 'the term',
      url: 'path of its page',
      count: 'number of documents',
      count_text: 'the number as a sentence',
    },
  },
];
