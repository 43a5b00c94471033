import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { importProblems } from '../problems.ts';
import type { SourceItem, SourceMedia, SourcePage } from '../source.ts';
import { conventions, type Convention, type FolderFormat } from './conventions.ts';
import { readHugoMenus } from './hugo-menus.ts';
import { WikiLinks } from './wiki-links.ts';

/** Larger files are not documents. */
const maxBytes = 5 * 1024 * 1024;

const document = /\.(?:md|markdown|mdx)$/i;
/** Templates and settings of the old site, which no page shows. */
const notMedia =
  /\.(?:html?|njk|liquid|hbs|ejs|astro|vue|svelte|[cm]?[jt]sx?|s?css|less|ya?ml|toml|json5?|lock|xml|csv|gemspec|rb|sh|map|canvas|base)$|(?:^|\/)(?:[^.]+|Gemfile|Makefile|CNAME)$/i;

/** Places, media files and pages, each in the order of their paths. */
export async function* readFolder(
  format: FolderFormat,
  folder: string,
): AsyncGenerator<SourceItem> {
  const convention: Convention = conventions[format];
  const files = await listFiles(folder, convention);
  const pages = files.filter(({ isPage }) => isPage);
  for (const { source, placed } of pages) yield { kind: 'place', source, ...placed! };
  const others = files.filter(({ isPage }) => !isPage);
  for (const { source, file, below } of others) {
    if (notMedia.test(source)) {
      yield { kind: 'skipped', source, reason: 'It is neither a Markdown file nor a media file.' };
    } else yield mediaOf({ source, file, below });
  }
  const wiki = convention.hasWikiLinks && new WikiLinks(files.map(({ source }) => source));
  for (const { source, file, placed } of pages) {
    if ((await stat(file)).size > maxBytes) {
      yield { kind: 'skipped', source, reason: 'It is larger than 5 MB.' };
      continue;
    }
    const page: SourcePage = {
      kind: 'page',
      source,
      text: await readFile(file, 'utf8'),
      values: {},
      isDraft: false,
      ...placed!,
      warnings: [],
    };
    const { text, tags, warnings } = wiki
      ? wiki.convert(source, page.text)
      : { text: page.text, tags: [], warnings: mdxWarnings(source, page.text) };
    yield { ...page, text, values: { ...page.values, tags }, warnings };
  }
  if (format === 'hugo') yield* readHugoMenus(folder);
}

interface FoundFile {
  /** Below the folder of the site. */
  readonly source: string;
  readonly file: string;
  /** Below its folder of pages or files. */
  readonly below: string;
  readonly isPage: boolean;
  readonly placed: ReturnType<Convention['place']> | undefined;
}

async function listFiles(folder: string, convention: Convention): Promise<readonly FoundFile[]> {
  const found = new Map<string, FoundFile>();
  let hasPages = false;
  for (const root of convention.pages) {
    const paths = await filesBelow(join(folder, root));
    if (!paths) continue;
    hasPages = true;
    for (const below of paths) add(found, { root, below, folder, convention, isPages: true });
    // The first folder of pages that exists is the root of an Eleventy site.
    if (convention.pages.at(-1) === '.' && root !== '.') break;
  }
  if (!hasPages) {
    const names = convention.pages.map((name) => join(folder, name)).join(', ');
    throw importProblems.import_source_unreadable(`None of the folders ${names} can be read.`);
  }
  for (const root of convention.files) {
    for (const below of (await filesBelow(join(folder, root))) ?? [])
      add(found, { root, below, folder, convention, isPages: false });
  }
  return [...found.values()].sort((a, b) => (a.source < b.source ? -1 : 1));
}

function add(
  found: Map<string, FoundFile>,
  {
    root,
    below,
    folder,
    convention,
    isPages,
  }: {
    readonly root: string;
    readonly below: string;
    readonly folder: string;
    readonly convention: Convention;
    readonly isPages: boolean;
  },
): void {
  const source = root === '.' ? below : `${root}/${below}`;
  if (found.has(source) || convention.isIgnored(source)) return;
  const isPage = isPages && document.test(below);
  const placed = isPage ? convention.place(below.replace(/\.[^./]*$/, ''), root) : undefined;
  found.set(source, { source, file: join(folder, source), below, isPage, placed });
}

/** Undefined when the folder cannot be read. Links are left out: they may lead anywhere. */
async function filesBelow(directory: string): Promise<readonly string[] | undefined> {
  const files = await readdir(directory, { recursive: true, withFileTypes: true }).catch(
    () => undefined,
  );
  return files
    ?.filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name).slice(join(directory, '/').length));
}

/** The folders of an old site that only say "files" are not repeated in the media library. */
function mediaOf({
  source,
  file,
  below,
}: Pick<FoundFile, 'source' | 'file' | 'below'>): SourceMedia {
  const path = below.replace(/^(?:(?:media|assets)\/)+/, '');
  return { kind: 'media', source, file, path, addresses: [`/${below}`] };
}

function mdxWarnings(source: string, text: string): readonly string[] {
  if (!source.endsWith('.mdx') || !/^(?:import|export)\s|<[A-Z]/m.test(text)) return [];
  return ['It is MDX: its components and imports stay in the text.'];
}
