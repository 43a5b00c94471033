import { readdir, readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { readSource as readFrontmatter } from '@galley/content';
import { readSource, type SourceRequest } from '../packages/importing/read-source.ts';
import type { SourcePage } from '../packages/importing/source.ts';
import { listLinks } from '../packages/site/markdown/links.ts';

export interface Corpus {
  /** Counted in the files, without the importer, except media. */
  readonly counts: {
    readonly pages: number;
    readonly media: number;
    readonly tags: number;
    readonly links: number;
  };
  /** Old addresses by the `source` of the page. */
  readonly addresses: ReadonlyMap<string, readonly string[]>;
  /** Names of pages and files, in lower case and without extension of pages. */
  readonly names: ReadonlySet<string>;
}

export async function readCorpus(
  request: Omit<SourceRequest, 'format'> & { format: string },
): Promise<Corpus> {
  const addresses = new Map<string, readonly string[]>();
  const names = new Set<string>();
  const tags = new Set<unknown>();
  let [media, links] = [0, 0];
  for await (const item of readSource(request as SourceRequest)) {
    if (item.kind === 'media') {
      media += 1;
      names.add(basename(item.source).toLowerCase());
    }
    if (item.kind !== 'page') continue;
    const { values, body } = readFrontmatter(Buffer.from(item.text));
    const all = { ...item.values, ...values };
    for (const name of ['tags', 'categories'])
      for (const tag of [item.values[name] ?? [], values[name] ?? []].flat()) tags.add(tag);
    links += listLinks(body, item.path).length;
    const old = oldAddresses(item, all);
    addresses.set(item.source, old);
    for (const one of [item.path, ...old])
      names.add(
        basename(one)
          .toLowerCase()
          .replace(/\.html?$/, ''),
      );
  }
  const pages = await countPages(request.path);
  return { counts: { pages, media, tags: tags.size, links }, addresses, names };
}

function oldAddresses(page: SourcePage, values: Readonly<Record<string, unknown>>) {
  const keys = ['url', 'permalink', 'aliases', 'redirect_from'];
  const given = [...page.addresses, ...(page.aliases ?? []), ...keys.flatMap((key) => values[key])];
  return given.filter(
    (one): one is string => typeof one === 'string' && /^\/(?!\/)[^:#?]*$/.test(one),
  );
}

/** Markdown files of a folder, and posts and pages of an export. */
async function countPages(path: string): Promise<number> {
  const files = await readdir(path, { recursive: true }).catch(() => undefined);
  if (files) return files.filter((name) => /\.(?:md|markdown|mdx)$/i.test(name)).length;
  const text = await readFile(path, 'utf8');
  if (path.endsWith('.xml'))
    return [...text.matchAll(/<wp:post_type>(?:<!\[CDATA\[)?(?:post|page)\b/g)].length;
  const { db } = JSON.parse(text) as { db: readonly { data: { posts: readonly unknown[] } }[] };
  return db[0]!.data.posts.length;
}
