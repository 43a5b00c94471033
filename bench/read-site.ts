import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface Address {
  readonly name: string;
  readonly path: string;
  /** Body size of the uncompressed answer. */
  readonly bytes: number;
}

export interface Walk {
  readonly name: string;
  /** Files with an address per line: for Galley, and for the bare server. */
  readonly galley: string;
  readonly bare: string;
}

export interface SiteAddresses {
  readonly addresses: readonly Address[];
  readonly walks: readonly Walk[];
  readonly some: readonly string[];
}

interface Item {
  readonly path: string;
  readonly url: string;
}

interface Collection {
  readonly items: readonly Item[];
  readonly total: number;
  readonly has_more: boolean;
}

const collections = '/__platform/api/collections';
const defaultPageSize = 20;
const weighed = 100;
const few = 200;

export async function findAddresses(site: string, folder: string): Promise<SiteAddresses> {
  const items = await allItems(site);
  const one = items[items.length >> 1]!;
  const lastPage = Math.ceil(items.length / defaultPageSize);
  const hot = {
    'a document, as data': contentPath(one),
    'the first page of a list, as data': collections,
    'the last page of a list, as data': `${collections}?page=${lastPage}`,
    'a document, its page': one.url,
  };
  const addresses = await Promise.all(
    Object.entries(hot).map(async ([name, path]) => ({
      name,
      path,
      bytes: await bytesOf(site + path),
    })),
  );
  const walk = { site, folder, items };
  return {
    addresses,
    walks: [
      await writeWalk(walk, 'pages', ({ url }) => url),
      await writeWalk(walk, 'data', contentPath),
    ],
    some: [one, ...pickEvenly(items, few)].map(({ path }) => path),
  };
}

function contentPath({ path }: Item): string {
  return `/__platform/api/content?path=${encodeURIComponent(path)}`;
}

async function allItems(site: string): Promise<Item[]> {
  const items: Item[] = [];
  for (let page = 1; ; page += 1) {
    const response = await fetch(`${site}${collections}?page_size=100&sort=path&page=${page}`);
    const found = (await response.json()) as Collection;
    items.push(...found.items);
    if (!found.has_more) return items;
  }
}

interface WalkSource {
  readonly site: string;
  readonly folder: string;
  readonly items: readonly Item[];
}

async function writeWalk(
  { site, folder, items }: WalkSource,
  name: string,
  pathOf: (item: Item) => string,
): Promise<Walk> {
  const sizes: number[] = [];
  for (const item of pickEvenly(items, weighed)) sizes.push(await bytesOf(site + pathOf(item)));
  const bytes = sizes.sort((one, other) => one - other)[sizes.length >> 1]!;
  const [galley, bare] = [join(folder, `${name}.galley`), join(folder, `${name}.bare`)];
  await writeFile(galley, items.map((item) => `${pathOf(item)}\n`).join(''));
  const row = ({ path }: Item): string => `/row/${bytes}?path=${encodeURIComponent(path)}\n`;
  await writeFile(bare, items.map(row).join(''));
  return { name, galley, bare };
}

function pickEvenly<Value>(values: readonly Value[], count: number): Value[] {
  const step = Math.max(1, Math.floor(values.length / count));
  return values.filter((_, at) => at % step === 0).slice(0, count);
}

async function bytesOf(url: string): Promise<number> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}.`);
  return (await response.arrayBuffer()).byteLength;
}
