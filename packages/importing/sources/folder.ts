import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { headingIds } from '../heading-ids.ts';
import { importProblems } from '../problems.ts';
import type { SourceItem, SourceMedia } from '../source.ts';
import { readSource } from '@galley/content';
import { conventions, type FolderFormat } from './conventions.ts';
import type { Convention, PageFacts, PlacedPage, WrittenPage } from './convention.ts';
import { readHugoMenus } from './hugo-menus.ts';
import { LiquidLinks } from './liquid-links.ts';
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
  const usual: Convention = conventions[format];
  const convention: Convention = { ...usual, ...(await usual.configure?.(folder)) };
  const files = await listFiles(folder, convention);
  const pages = await completePages(files, convention);
  for (const { source, placed, facts, headings } of pages)
    yield { kind: 'place', source, ...placed, ...facts, headings };
  const others = files.filter(({ placed }) => !placed);
  for (const { source, file, below } of others) {
    if (notMedia.test(source)) {
      yield { kind: 'skipped', source, reason: 'It is neither a Markdown file nor a media file.' };
    } else yield mediaOf({ source, file, below });
  }
  const convert = conversionOf(convention, files);
  for (const { source, file, placed, facts } of pages) {
    if ((await stat(file)).size > maxBytes) {
      yield { kind: 'skipped', source, reason: 'It is larger than 5 MB.' };
      continue;
    }
    const { text, tags, warnings } = convert(source, await readFile(file, 'utf8'));
    const page = { values: {}, isDraft: false, ...placed, ...facts };
    yield {
      ...page,
      kind: 'page',
      source,
      text,
      values: { ...page.values, tags },
      isDraft: page.isDraft || facts?.hidden !== undefined,
      warnings: [...warnings, ...(facts?.hidden === undefined ? [] : [facts.hidden])],
    };
  }
  if (format === 'hugo') yield* readHugoMenus(folder);
}

interface Converted {
  readonly text: string;
  readonly tags: readonly string[];
  readonly warnings: readonly string[];
}

function conversionOf(
  { hasWikiLinks, hasLiquidLinks }: Convention,
  files: readonly FoundFile[],
): (source: string, text: string) => Converted {
  const paths = files.map(({ source }) => source);
  if (hasWikiLinks) {
    const links = new WikiLinks(paths);
    return (source, text) => links.convert(source, text);
  }
  const links = hasLiquidLinks && new LiquidLinks(paths);
  return (source, text) => ({
    text: links ? links.convert(source, text) : text,
    tags: [],
    warnings: mdxWarnings(source, text),
  });
}

interface FoundPage extends FoundFile {
  readonly placed: PlacedPage;
  readonly facts?: PageFacts | undefined;
  readonly headings?: ReadonlyMap<string, string> | undefined;
}

/** Reads all pages where the convention needs it. */
async function completePages(
  files: readonly FoundFile[],
  { complete }: Convention,
): Promise<readonly FoundPage[]> {
  const pages = files.filter((file): file is FoundPage => file.placed !== undefined);
  if (!complete) return pages;
  const written: (WrittenPage & Pick<FoundPage, 'headings'>)[] = [];
  for (const { placed, folder, below, file } of pages) {
    const page = { ...placed, folder, below: withoutExtension(below) };
    const isLarge = (await stat(file)).size > maxBytes;
    const { values, body } = readSource(isLarge ? Buffer.alloc(0) : await readFile(file));
    written.push({ ...page, written: values, headings: headingIds(body) });
  }
  const facts = complete(written);
  return pages.map((page, index) => {
    const { headings } = written[index]!;
    return { ...page, facts: facts[index], headings };
  });
}

interface FoundFile {
  /** Below the folder of the site. */
  readonly source: string;
  readonly file: string;
  /** Below its folder of pages or files. */
  readonly below: string;
  /** The folder of pages or files, below the folder of the site. */
  readonly folder: string;
  /** Undefined for files that are not pages. */
  readonly placed: PlacedPage | undefined;
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
  const placed = isPage ? convention.place(withoutExtension(below), root) : undefined;
  found.set(source, { source, file: join(folder, source), below, folder: root, placed });
}

const withoutExtension = (path: string) => path.replace(/\.[^./]*$/, '');

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
