import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { SaxesParser } from 'saxes';
import { htmlToMarkdown } from '../html-to-markdown.ts';
import { importProblems } from '../problems.ts';
import type { SourceItem } from '../source.ts';
import { listExportFiles } from './export-files.ts';
import type { FieldOf, Item } from './wordpress-item.ts';
import { WordPressMenus } from './wordpress-menus.ts';

/** Longest text of an element, in UTF-16 units. */
const maxText = 5 * 1024 * 1024;

/**
 * Media files of the folder of uploads, then posts and pages, then menus. Reads the WXR file as a stream, twice: one
 * item at a time is in memory.
 */
export async function* readWordPress(file: string, uploads: string): AsyncGenerator<SourceItem> {
  const site: Site = { address: '', attachments: new Map() };
  for await (const item of readItems(file, site)) {
    const field = fieldsOf(item);
    const url = field('wp:attachment_url');
    if (url !== undefined) site.attachments.set(field('wp:post_id') ?? '', local(url, site));
  }
  yield* readUploads(uploads);
  const menus = new WordPressMenus();
  for await (const item of readItems(file, site)) {
    const field = fieldsOf(item);
    const type = field('wp:post_type');
    menus.note(item, field, (url) => local(url, site));
    if (type === 'attachment' || type === 'nav_menu_item') continue;
    yield itemOf(item, site);
  }
  yield* menus.list();
}

interface Site {
  /** Without a slash at the end. */
  address: string;
  /** Addresses by number. */
  readonly attachments: Map<string, string>;
}

async function* readItems(file: string, site: Site): AsyncGenerator<Item> {
  const items: Item[] = [];
  const parser = wxrParser((item) => items.push(item), site);
  const input = createReadStream(file, { encoding: 'utf8' });
  try {
    for await (const chunk of input) {
      parser.write(chunk as string);
      yield* items.splice(0);
    }
    parser.close();
  } catch (error) {
    if (!(error instanceof WxrFault)) throw error;
    throw importProblems.import_source_unreadable(`${file}: ${error.message}`);
  }
  yield* items;
}

/** `photo-300x200.jpg` and `photo-scaled.jpg` are copies that WordPress made of `photo.jpg`. */
async function* readUploads(uploads: string): AsyncGenerator<SourceItem> {
  const paths = await listExportFiles(uploads);
  const known = new Set(paths);
  const originalOf = (path: string): string => {
    const original = path.replace(/-(?:\d+x\d+|scaled)(?=\.[^./]+$)/, '');
    return known.has(original) ? original : path;
  };
  for (const [path, copies] of Map.groupBy(paths, originalOf)) {
    const addresses = copies.map((copy) => `/wp-content/uploads/${copy}`);
    yield { kind: 'media', source: `uploads/${path}`, file: join(uploads, path), path, addresses };
  }
}

/** Addresses of the site become paths. */
function local(text: string, { address }: Site): string {
  if (address === '') return text;
  const host = address.replace(/^https?:/, '').replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return text.replace(new RegExp(`(?:https?:)?${host}(?=[/"'\\s<)]|$)/?`, 'g'), '/');
}

class WxrFault extends Error {}

function wxrParser(
  onItem: (item: Item) => void,
  site: Site,
): SaxesParser<{ readonly xmlns: false }> {
  const parser = new SaxesParser({ xmlns: false });
  let item: Item | undefined;
  let text = '';
  let category: { readonly domain?: string; readonly nicename?: string } = {};
  let metaKey = '';
  const append = (more: string) => {
    if (text.length + more.length > maxText) throw new WxrFault('A text is longer than 5 MB.');
    text += more;
  };
  parser.on('error', ({ message }) => {
    throw new WxrFault(`The XML is not valid: ${message}`);
  });
  parser.on('doctype', () => {
    throw new WxrFault('A document type declaration (<!DOCTYPE) is not allowed.');
  });
  parser.on('text', append);
  parser.on('cdata', append);
  parser.on('opentag', ({ name, attributes }) => {
    if (name === 'item') {
      item = { fields: new Map(), meta: new Map(), menus: [], tags: [], categories: [] };
    }
    if (name === 'category') category = attributes;
    text = '';
  });
  parser.on('closetag', ({ name }) => {
    if (name === 'item' && item) onItem(item);
    else if (name === 'wp:base_blog_url') site.address = text.trim().replace(/\/$/, '');
    else if (name === 'wp:meta_key') metaKey = text.trim();
    else if (name === 'wp:meta_value') item?.meta.set(metaKey, text.trim());
    else if (name === 'category') noteCategory(item, category, text);
    else item?.fields.set(name, text);
    if (name === 'item') item = undefined;
    text = '';
  });
  return parser;
}

function noteCategory(
  item: Item | undefined,
  { domain, nicename }: { readonly domain?: string; readonly nicename?: string },
  text: string,
): void {
  if (domain === 'post_tag') item?.tags.push(text);
  else if (domain === 'category') item?.categories.push(text);
  else if (domain === 'nav_menu') item?.menus.push(nicename ?? text);
}

function itemOf(item: Item, site: Site): SourceItem {
  const field = fieldsOf(item);
  const text = (name: string, fallback = '') => field(name) ?? fallback;
  const type = text('wp:post_type', 'item');
  const id = text('wp:post_id');
  const source = `${type}/${id}`;
  if (type !== 'post' && type !== 'page') {
    return { kind: 'skipped', source, reason: `It is of the type ${type}.` };
  }
  const slug = decoded(text('wp:post_name', `${type}-${id}`));
  const content = local(text('content:encoded'), site);
  const isOpen = field('wp:status') === 'publish' && field('wp:post_password') === undefined;
  const pathname = URL.parse(text('link'))?.pathname ?? '/';
  return {
    kind: 'page',
    source,
    path: type === 'post' ? `posts/${slug}` : pagePath(pathname, slug),
    isPost: type === 'post',
    text: htmlToMarkdown(contentHtml(content)),
    values: {
      title: field('title'),
      date: dateOf(text('wp:post_date_gmt')),
      summary: field('excerpt:encoded'),
      tags: item.tags,
      categories: item.categories.filter((name) => name !== 'Uncategorized'),
      authors: field('dc:creator'),
      image: site.attachments.get(item.meta.get('_thumbnail_id') ?? ''),
    },
    isDraft: !isOpen,
    addresses: pathname === '/' ? [] : [pathname],
    warnings: warningsOf(content),
  };
}

/** Pages are below their parents. */
function pagePath(pathname: string, slug: string): string {
  const parts = pathname
    .split('/')
    .filter((part) => part !== '')
    .map(decoded);
  return parts.at(-1) === slug ? parts.join('/') : slug;
}

function fieldsOf({ fields }: Item): FieldOf {
  return (name) => {
    const text = fields.get(name)?.trim();
    return text === '' ? undefined : text;
  };
}

function warningsOf(content: string): readonly string[] {
  const shortcodes = unknownShortcodes(content);
  return [
    ...(shortcodes.length > 0 ? [`It keeps the shortcodes ${shortcodes.join(', ')} as text.`] : []),
  ];
}

/** Comments of blocks go; classic posts separate paragraphs by blank lines. */
function contentHtml(content: string): string {
  const isBlocks = content.includes('<!-- wp:');
  const html = content
    .replace(/<!--[^]*?-->/g, '')
    .replace(/\[caption[^\]]*\]([^]*?)\[\/caption\]/g, '<p>$1</p>')
    .replace(/\[embed[^\]]*\]([^[]*)\[\/embed\]/g, '<p>$1</p>');
  if (isBlocks) return html;
  return html
    .split(/\n[ \t]*\r?\n/)
    .map((part) =>
      /^\s*<(?:p|h\d|ul|ol|div|pre|blockquote|table|figure)\b/i.test(part)
        ? part
        : `<p>${part}</p>`,
    )
    .join('\n');
}

function unknownShortcodes(content: string): readonly string[] {
  const names = [...content.matchAll(/\[([a-z][a-z0-9_-]{2,30})(?=[\s\]])[^\]\n]*\](?!\()/g)].map(
    ([, name]) => name!,
  );
  return [...new Set(names)].filter((name) => name !== 'caption' && name !== 'embed');
}

/** `0000-00-00 00:00:00` stands for none. */
function dateOf(gmt: string): string | undefined {
  return /^[1-9]\d{3}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(gmt)
    ? `${gmt.replace(' ', 'T')}Z`
    : undefined;
}

function decoded(slug: string): string {
  try {
    return decodeURIComponent(slug).replaceAll('/', '-');
  } catch {
    return slug;
  }
}
