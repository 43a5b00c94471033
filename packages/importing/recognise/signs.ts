import type { ImportFormat } from '../sources.ts';
import type { SourceListing } from './source-listing.ts';

/** Evidence for a system: the name of a file or folder, or a file with a part of its text. */
export interface Sign {
  readonly format: ImportFormat;
  readonly sign: string;
  /** No other system has it. */
  readonly isCertain: boolean;
}

const certainFiles: readonly (readonly [ImportFormat, RegExp])[] = [
  ['hugo', /^hugo\.(?:toml|ya?ml|json)$/],
  ['hugo', /^config\.toml$/],
  ['hugo', /^config\/_default\/(?=[^/]+\.(?:toml|ya?ml|json)$)/],
  ['hugo', /^archetypes\/(?=[^/]+\.md$)/],
  ['jekyll', /^_config\.(?:ya?ml|toml)$/],
  ['jekyll', /^(?:[^/]+\/)?_(?:posts|drafts)\/(?=.+\.(?:md|markdown|html)$)/],
  ['eleventy', /^(?:\.eleventy|eleventy\.config)\.[cm]?[jt]s$/],
  ['astro', /^astro\.config\.[cm]?[jt]s$/],
  ['docusaurus', /^docusaurus\.config\.[cm]?[jt]s$/],
  ['obsidian', /^\.obsidian\/(?=[^/]+\.json$)/],
];

/** Folders that several systems have beside `content/`. */
const likelyFiles: readonly (readonly [ImportFormat, RegExp])[] = [
  ['hugo', /^content\/(?=.+\.(?:md|html)$)/],
  ['eleventy', /^(?:src|content)\/(?=.+\.(?:md|njk|liquid)$)/],
  ['markdown', /^content\/(?=.+\.md$)/],
];

const dependencies: readonly (readonly [ImportFormat, RegExp])[] = [
  ['eleventy', /^@11ty\/eleventy$/],
  ['astro', /^astro$/],
  ['docusaurus', /^@docusaurus\/core$/],
];

const maxRead = 20;
const markdownFile = /\.(?:md|markdown|mdx)$/i;

/** Certain signs, or else those of systems that are possible. */
export async function findSigns(site: SourceListing): Promise<readonly Sign[]> {
  const certain = [
    ...filesLike(site, certainFiles, true),
    ...(await packageSigns(site)),
    ...(await exportSigns(site)),
  ];
  if (certain.length > 0) return certain;
  const likely = filesLike(site, likelyFiles, false);
  return likely.length > 0 ? likely : textSigns(site);
}

function filesLike(
  { files }: SourceListing,
  table: readonly (readonly [ImportFormat, RegExp])[],
  isCertain: boolean,
): readonly Sign[] {
  const signs = table.flatMap(([format, pattern]) =>
    files.flatMap((path) => {
      const sign = pattern.exec(path)?.[0];
      return sign === undefined ? [] : [{ format, sign, isCertain }];
    }),
  );
  return [...new Map(signs.map((one) => [`${one.format} ${one.sign}`, one])).values()];
}

async function packageSigns(site: SourceListing): Promise<readonly Sign[]> {
  if (!site.files.includes('package.json')) return [];
  const names = dependenciesIn(await site.read('package.json'));
  return dependencies.flatMap(([format, pattern]) =>
    names
      .filter((name) => pattern.test(name))
      .map((name) => ({ format, sign: `package.json: ${name}`, isCertain: true })),
  );
}

function dependenciesIn(text: string): readonly string[] {
  try {
    const { dependencies: own, devDependencies } = JSON.parse(text) as Record<string, object>;
    return [...Object.keys(own ?? {}), ...Object.keys(devDependencies ?? {})];
  } catch {
    return [];
  }
}

async function exportSigns(site: SourceListing): Promise<readonly Sign[]> {
  const found: Sign[] = [];
  const top = site.files.filter((path) => /^[^/]+\.(?:json|xml)$/i.test(path));
  for (const path of top.slice(0, maxRead)) {
    const sign = signOfFile(path, await site.read(path));
    if (sign) found.push(sign);
  }
  const pages = site.files.filter((path) => /^posts\/[^/]+\.html$/i.test(path));
  if (pages.length === 0) return found;
  if (site.files.includes('posts.csv'))
    return [...found, { format: 'substack', sign: 'posts.csv', isCertain: true }];
  for (const path of pages.slice(0, maxRead))
    if (/class="[^"]{0,100}\bh-entry\b/.test(await site.read(path)))
      return [...found, { format: 'medium', sign: `${path}: h-entry`, isCertain: true }];
  return found;
}

/** Sign of the file of an export, by its beginning. */
export function signOfFile(name: string, beginning: string): Sign | undefined {
  if (/\.json$/i.test(name) && /^\s*\{\s*"(?:db|meta|data)"\s*:/.test(beginning)) {
    const key = /"(?:db|exported_on|posts)"(?=\s*:)/.exec(beginning)?.[0];
    return key === undefined
      ? undefined
      : { format: 'ghost', sign: `${name}: ${key}`, isCertain: true };
  }
  if (!/\.xml$/i.test(name)) return undefined;
  const namespace = /<wp:[a-z_]+|wordpress\.org\/export\//.exec(beginning)?.[0];
  return namespace === undefined || !beginning.includes('<rss')
    ? undefined
    : { format: 'wordpress', sign: `${name}: ${namespace}`, isCertain: true };
}

/** Texts with `[[links]]` are of a vault, others are plain Markdown. */
async function textSigns(site: SourceListing): Promise<readonly Sign[]> {
  const texts = site.files.filter((path) => markdownFile.test(path));
  for (const path of texts.slice(0, maxRead))
    if (/\[\[[^[\]\n]{1,200}\]\]/.test(await site.read(path)))
      return [{ format: 'obsidian', sign: `${path}: [[…]]`, isCertain: false }];
  const [first] = texts;
  return first === undefined ? [] : [{ format: 'markdown', sign: first, isCertain: false }];
}
