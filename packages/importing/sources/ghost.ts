import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readSource } from '@galley/content';
import { htmlToMarkdown } from '../html-to-markdown.ts';
import { importProblems } from '../problems.ts';
import { dateParts, permalinkOf } from './permalinks.ts';
import { isRow, rowsOf, textOf, type Row } from './rows.ts';
import type { SourceItem, SourcePage } from '../source.ts';
import { listExportFiles } from './export-files.ts';
import { renderLexical } from './ghost-lexical.ts';
import { mobiledocToMarkdown } from './ghost-mobiledoc.ts';

const maxBytes = 256 * 1024 * 1024;

/** Media files of the folder `content` beside the JSON export, then posts, pages and menus. */
export async function* readGhost(file: string, contentFolder: string): AsyncGenerator<SourceItem> {
  const data = await readData(file);
  const permalinks = await readPermalinks(file, contentFolder, data);
  yield* readMedia(contentFolder);
  const users = rowsOf(data, 'users');
  const tables: Tables = {
    permalinks,
    tags: relation(data, { links: 'posts_tags', target: 'tags', key: 'tag_id' }),
    authors: relation(data, { links: 'posts_authors', target: 'users', key: 'author_id' }),
    users: new Map(users.map((user) => [user['id'], textOf(user, 'name')])),
    metas: new Map(rowsOf(data, 'posts_meta').map((meta) => [meta['post_id'], meta])),
  };
  for (const post of rowsOf(data, 'posts')) yield itemOf(post, tables);
  yield* readMenus(data);
}

interface Tables {
  /** Patterns of the addresses of posts. */
  readonly permalinks: readonly string[];
  readonly tags: (post: string) => readonly string[];
  readonly authors: (post: string) => readonly string[];
  readonly users: ReadonlyMap<unknown, string | undefined>;
  /** By post. */
  readonly metas: ReadonlyMap<unknown, Row>;
}

function itemOf(post: Row, tables: Tables): SourceItem {
  const slug = textOf(post, 'slug');
  const source = `posts/${slug ?? String(post['id'])}`;
  if (slug === undefined) return { kind: 'skipped', source, reason: 'It has no slug.' };
  const body = bodyOf(post);
  if (typeof body === 'string') return { kind: 'skipped', source, reason: body };
  // Versions before 3 have no `type`.
  const isPost = post['type'] !== 'page' && !post['page'];
  const isOpen = post['status'] === 'published' && (post['visibility'] ?? 'public') === 'public';
  const { text, unknown } = body;
  return {
    kind: 'page',
    source,
    path: isPost ? `posts/${slug}` : slug,
    isPost,
    text,
    values: valuesOf(post, tables),
    isDraft: !isOpen,
    addresses: isPost ? addressesOf(post, slug, tables) : [`/${slug}/`],
    warnings:
      unknown.length > 0
        ? [`It has parts of unknown kinds, which are left out: ${unknown.join(', ')}.`]
        : [],
  };
}

/** Older versions have `image`, one author, and no table `posts_meta`. */
function valuesOf(post: Row, { tags, authors, users, metas }: Tables): SourcePage['values'] {
  const id = String(post['id']);
  const meta = { ...post, ...metas.get(post['id']) };
  const linked = authors(id);
  return {
    title: textOf(post, 'title'),
    date: dateOf(post['published_at']) ?? dateOf(post['created_at']),
    summary: textOf(post, 'custom_excerpt'),
    image: localAddress(textOf(post, 'feature_image') ?? textOf(post, 'image')),
    tags: tags(id).filter((name) => !name.startsWith('#')),
    authors: linked.length > 0 ? linked : users.get(post['author_id']),
    seo_title: textOf(meta, 'meta_title'),
    seo_description: textOf(meta, 'meta_description'),
    canonical: textOf(post, 'canonical_url'),
  };
}

/**
 * Patterns of the addresses of posts: of `routes.yaml`, which newer versions export on its own, or of a setting of older
 * ones. Filters of collections are not evaluated, so a post has the addresses of all.
 */
async function readPermalinks(
  file: string,
  contentFolder: string,
  data: Row,
): Promise<readonly string[]> {
  for (const path of [join(file, '../routes.yaml'), join(contentFolder, 'settings/routes.yaml')]) {
    const text = await readFile(path, 'utf8').catch(() => '');
    // The reader of frontmatter has limits for hostile files.
    const { collections } = readSource(Buffer.from(`---\n${text}\n---\n`)).values;
    const rows = isRow(collections) ? Object.values(collections).filter(isRow) : [];
    const found = rows.map((row) => textOf(row, 'permalink')?.replace(/\{(\w+)\}/g, ':$1'));
    if (found.length > 0) return found.filter((pattern) => pattern !== undefined);
  }
  const setting = rowsOf(data, 'settings').find(({ key }) => key === 'permalinks');
  return [(setting && textOf(setting, 'value')) ?? '/:slug/'];
}

function addressesOf(post: Row, slug: string, { permalinks }: Tables): readonly string[] {
  const parts = { ...dateParts(dateOf(post['published_at'])), slug, id: String(post['id']) };
  return permalinks
    .map((pattern) => permalinkOf(pattern, parts))
    .filter((address) => address !== undefined);
}

async function* readMedia(contentFolder: string): AsyncGenerator<SourceItem> {
  for (const kind of ['images', 'media', 'files']) {
    for (const path of await listExportFiles(join(contentFolder, kind))) {
      // Ghost makes smaller copies itself.
      if (path.startsWith('size/')) continue;
      const source = `content/${kind}/${path}`;
      yield {
        kind: 'media',
        source,
        file: join(contentFolder, kind, path),
        path,
        addresses: [`/${source}`],
      };
    }
  }
}

/** A number counts milliseconds. */
function dateOf(value: unknown): string | undefined {
  if (typeof value === 'string' && value !== '') return value;
  const date = new Date(typeof value === 'number' ? value : NaN);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

interface Body {
  readonly text: string;
  readonly unknown: readonly string[];
}

/** HTML is what Ghost rendered from the other two. A string says why there is none. */
function bodyOf(post: Row): Body | string {
  const [html, lexical, mobiledoc] = ['html', 'lexical', 'mobiledoc'].map((name) =>
    textOf(post, name),
  );
  try {
    if (html !== undefined) return { text: localAddress(htmlToMarkdown(html)), unknown: [] };
    if (lexical !== undefined) {
      const rendered = renderLexical(lexical);
      return { text: localAddress(htmlToMarkdown(rendered.html)), unknown: rendered.unknown };
    }
    if (mobiledoc === undefined) return { text: textOf(post, 'markdown') ?? '', unknown: [] };
    const { markdown, unknown } = mobiledocToMarkdown(mobiledoc);
    return { text: localAddress(markdown), unknown };
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError)
      return `Its body cannot be read: ${error.message}`;
    throw error;
  }
}

/** Exports write `__GHOST_URL__` for the address of the site. Smaller copies of a picture stand for the picture. */
function localAddress<T extends string | undefined>(text: T): T {
  return text
    ?.replaceAll('__GHOST_URL__', '')
    .replaceAll('\\_\\_GHOST\\_URL\\_\\_', '')
    .replace(
      /\/content\/images\/size\/w\d+(?:h\d+)?(?:\/format\/\w+)?\//g,
      '/content/images/',
    ) as T;
}

function* readMenus(data: Row): Generator<SourceItem> {
  const menus = { navigation: 'main', secondary_navigation: 'footer' };
  for (const row of rowsOf(data, 'settings')) {
    const source = textOf(row, 'key') ?? '';
    const text = textOf(row, 'value');
    if (!Object.hasOwn(menus, source) || text === undefined) continue;
    let entries: unknown;
    try {
      entries = JSON.parse(text);
    } catch {
      yield { kind: 'skipped', source, reason: 'It is not JSON.' };
      continue;
    }
    const found = Array.isArray(entries) ? entries.filter(isRow) : [];
    const name = menus[source as keyof typeof menus];
    const entry = (one: Row) => ({
      title: textOf(one, 'label') ?? '',
      url: localAddress(textOf(one, 'url') ?? '/'),
    });
    if (found.length > 0) yield { kind: 'menu', source, name, entries: found.map(entry) };
  }
}

async function readData(file: string): Promise<Row> {
  const { size } = await stat(file);
  const fail = (reason: string) => importProblems.import_source_unreadable(`${file} ${reason}`);
  if (size > maxBytes) throw fail('is larger than 256 MB.');
  let root: unknown;
  try {
    root = JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    throw fail(`is not JSON: ${(error as Error).message}`);
  }
  const first = rowsOf(isRow(root) ? root : {}, 'db')[0] ?? root;
  const data = isRow(first) ? first['data'] : undefined;
  if (!isRow(data) || !Array.isArray(data['posts'])) {
    throw fail('is not an export from Ghost: it has no db[0].data.posts.');
  }
  return data;
}

/** Names of linked rows, in the order of the links. */
function relation(
  data: Row,
  { links, target, key }: { readonly links: string; readonly target: string; readonly key: string },
): (post: string) => readonly string[] {
  const names = new Map(rowsOf(data, target).map((row) => [row['id'], textOf(row, 'name')]));
  const byPost = Map.groupBy(rowsOf(data, links), (link) => String(link['post_id']));
  return (post) => {
    const ordered = [...(byPost.get(post) ?? [])].sort(
      (a, b) => Number(a['sort_order'] ?? 0) - Number(b['sort_order'] ?? 0),
    );
    return ordered.map((link) => names.get(link[key])).filter((name) => name !== undefined);
  };
}
