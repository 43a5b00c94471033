import { stringify } from 'yaml';
import { sha256 } from '@galley/kernel';
import { termSlug } from '@galley/content';
import { isRedirectPattern } from '@galley/settings';
import { encodeAddress, renderMarkdown } from '@galley/site';
import type {
  ExportedDocument,
  ExportedFiles,
  ExportedSite,
  SkippedFile,
} from '../exported-site.ts';
import { formsLeftOut } from '../forms-left-out.ts';
import { mediaFiles } from '../media-files.ts';

/** Names of a kind, with the ids and slugs that the export gives them. */
class Named {
  readonly #kind: string;
  readonly #rows = new Map<string, { readonly id: string; readonly name: string; slug: string }>();
  readonly #slugs: UniqueSlugs = new UniqueSlugs();

  constructor(kind: string) {
    this.#kind = kind;
  }

  id(name: string): string {
    let row = this.#rows.get(name);
    if (!row) {
      row = { id: idOf(this.#kind, name), name, slug: this.#slugs.choose(termSlug(name)) };
      this.#rows.set(name, row);
    }
    return row.id;
  }

  all() {
    return [...this.#rows.values()];
  }
}

class UniqueSlugs {
  readonly #taken = new Set<string>();

  choose(wanted: string): string {
    const base = wanted === '' ? 'untitled' : wanted;
    let slug = base;
    for (let number = 2; this.#taken.has(slug); number += 1) slug = `${base}-${number}`;
    this.#taken.add(slug);
    return slug;
  }
}

/** Ids of Ghost have 24 hexadecimal digits. */
const idOf = (kind: string, name: string) => sha256(`${kind}:${name}`).slice(0, 24);

interface Link {
  readonly post_id: string;
  readonly sort_order: number;
}

/** The owner of posts without an author, because Ghost requires one. */
const fallbackAuthor = 'Editors';

export async function ghostFiles(site: ExportedSite): Promise<ExportedFiles> {
  const tags = new Named('tag');
  const users = new Named('user');
  const slugs = new UniqueSlugs();
  const tagLinks: (Link & { readonly tag_id: string })[] = [];
  const authorLinks: (Link & { readonly author_id: string })[] = [];
  const posts = site.documents.map((document) => {
    const id = idOf('post', document.path);
    const terms = new Set(Object.values(document.taxonomies).flat());
    [...terms].forEach((term, at) => {
      tagLinks.push({ post_id: id, tag_id: tags.id(term), sort_order: at });
    });
    const authors = document.authors.length > 0 ? document.authors : [fallbackAuthor];
    authors.forEach((name, at) => {
      authorLinks.push({ post_id: id, author_id: users.id(name), sort_order: at });
    });
    return postOf(document, site, { id, slug: slugs.choose(slugOf(document, site)) });
  });
  const data = {
    posts,
    tags: tags.all(),
    // Ghost requires an address for each; those of accounts here are not for others.
    users: users.all().map((user) => ({ ...user, email: `${user.id}@author.invalid` })),
    posts_tags: tagLinks,
    posts_authors: authorLinks,
    settings: [
      { key: 'title', value: site.settings.title },
      { key: 'description', value: site.settings.description },
      { key: 'navigation', value: JSON.stringify(navigationOf(site)) },
    ],
  };
  const root = { db: [{ meta: { exported_on: Date.now(), version: '5.0.0' }, data }] };
  const redirects = redirectsOf(site, new Map(posts.map(({ slug }, at) => [at, slug])));
  return {
    files: [
      { path: 'ghost.json', text: `${JSON.stringify(root, null, 2)}\n` },
      { path: 'routes.yaml', text: routesOf(site) },
      { path: 'redirects.json', text: `${JSON.stringify(redirects, null, 2)}\n` },
      ...(await mediaFiles(site.contentDirectory, (path) => ghostMedia(path).slice(1))),
    ],
    warnings: [],
    skipped: [...formsLeftOut(site, 'Ghost'), ...staticsLeftOut(site)],
    redirects: redirects.length,
  };
}

/** Ghost has images and files of texts only, below addresses of its own. */
function staticsLeftOut({ statics }: ExportedSite): readonly SkippedFile[] {
  const reason =
    'Ghost has no place for files at addresses of your choice. Serve it by the web server in front of Ghost.';
  return [...statics.files.keys()].map((name) => ({ source: `static/${name}`, reason }));
}

function postOf(
  document: ExportedDocument,
  { settings, urls }: ExportedSite,
  { id, slug }: { readonly id: string; readonly slug: string },
) {
  const { html } = renderMarkdown(document.body, {
    path: document.path,
    lang: document.lang,
    html: settings.html,
    syntax: settings.markdown,
    resolveLink: (path) => urls.get(path),
  });
  const body = html.replace(
    /(["' ,])(\/media\/[^"' ,<>]+)/g,
    (_whole, before: string, path: string) => {
      return `${before}${ghostMedia(path.slice(1))}`;
    },
  );
  const text = (name: string) => {
    const value = document.params[name];
    return typeof value === 'string' ? value : null;
  };
  const image = text('image');
  return {
    id,
    slug,
    title: document.title,
    type: isPage(document) ? 'page' : 'post',
    status: document.isPublic ? 'published' : 'draft',
    visibility: 'public',
    html: body,
    lexical: lexicalOf(body),
    custom_excerpt: document.summary,
    feature_image: image === null ? null : ghostMedia(image.replace(/^\//, '')),
    meta_title: text('seo_title'),
    meta_description: text('seo_description'),
    canonical_url: text('canonical'),
    published_at: document.isPublic ? (document.date?.toISOString() ?? null) : null,
    created_at: document.date?.toISOString() ?? null,
    updated_at: document.updatedAt?.toISOString() ?? null,
  };
}

/** A card of HTML, which Ghost keeps as it is. */
function lexicalOf(html: string): string {
  const root = { direction: 'ltr', format: '', indent: 0, type: 'root', version: 1 };
  const children = html === '' ? [] : [{ type: 'html', version: 1, html }];
  return JSON.stringify({ root: { children, ...root } });
}

const isPage = ({ type }: ExportedDocument) => type === 'page';

/** Ghost has no folders: `guide/setup` becomes `guide-setup`, and other languages end with their tag. */
function slugOf({ key, lang, slug }: ExportedDocument, { settings }: ExportedSite): string {
  const folders = key.split('/').slice(0, -1);
  const parts = slug === 'index' && folders.length > 0 ? folders : [...folders, slug];
  const own = lang === settings.language ? parts : [...parts, lang];
  return termSlug(own.join('-'));
}

function ghostMedia(path: string): string {
  if (!path.startsWith('media/')) return path;
  const name = path.slice('media/'.length);
  const kind = /\.(?:avif|gif|ico|jpe?g|png|svg|webp)$/i.test(name)
    ? 'images'
    : /\.(?:mp3|mp4|m4a|ogg|ogv|wav|webm)$/i.test(name)
      ? 'media'
      : 'files';
  return `/content/${kind}/${name}`;
}

function navigationOf({ settings }: ExportedSite) {
  return settings.menu.map(({ title, url }) => ({ label: title, url }));
}

const postBase = '/posts/';

function routesOf({ settings }: ExportedSite): string {
  return stringify({
    routes: {},
    collections: {
      [postBase]: { permalink: `${postBase}{slug}/`, template: 'index' },
    },
    taxonomies: { tag: '/tags/{slug}/', author: '/author/{slug}/' },
  }).replace(/^/, `# Addresses of ${settings.title.replace(/\s+/g, ' ')}\n`);
}

/** Former addresses, and those that Ghost cannot keep. */
function redirectsOf(site: ExportedSite, slugs: ReadonlyMap<number, string>) {
  const own = site.documents.flatMap((document, at) => {
    if (!document.isPublic) return [];
    const to = `${isPage(document) ? '/' : postBase}${slugs.get(at)!}/`;
    return [document.url, ...document.aliases]
      .filter((from) => from !== to && from !== '/')
      .map((from) => ({ from, to }));
  });
  const known = new Set(own.map(({ from }) => from));
  const others = site.settings.redirects.flatMap(({ from, to }) =>
    to === undefined || isRedirectPattern(from) || known.has(encodeAddress(from))
      ? []
      : [{ from, to }],
  );
  return [...own, ...others].map(({ from, to }) => {
    const pattern = from.replace(/\/$/, '').replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    return { from: `^${pattern}/?$`, to, permanent: true };
  });
}
