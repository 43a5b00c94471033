import { setImmediate } from 'node:timers/promises';
import type { PublishedSnapshot, PublishedSummary } from '@galley/content';
import { sha256 } from '@galley/kernel';
import type { SiteSettings } from '@galley/settings';
import { formatIsoDay } from '../../languages.ts';
import { encodeAddress } from '../../markdown/public-address.ts';
import { fullTextFilePath, fullTextPath } from '../../pages/addresses.ts';
import { isForSearchEngines } from '../../pages/document-page.ts';
import { typeLabel } from '../../pages/document-view.ts';
import type { PageSettings } from '../../pages/page.ts';
import { WordIndex } from './word-index.ts';

export interface FullTextFile {
  readonly address: string;
  readonly text: string;
}

/** In characters: a query loads a few such files. */
const shardSize = 24_000;
/** Excerpts come from the beginning of longer texts. */
const maxTextLength = 64 * 1024;
const summaryLength = 200;
const minNameLength = 8;
const documentsAtOnce = 50;

/**
 * The words of the public texts of a language, in files that a browser loads as a query needs them (ADD-INT-13). The
 * README of this package has the format. Equal texts give equal files.
 */
export async function* fullTextFiles(
  settings: PageSettings,
  snapshot: Pick<PublishedSnapshot, 'documents' | 'texts'>,
  lang: string,
): AsyncGenerator<FullTextFile> {
  const documents = listedDocuments(settings, snapshot, lang);
  const byPath = new Map(documents.map((document) => [document.path, document]));
  const index = new WordIndex();
  const texts: string[] = [];
  for await (const { path, text } of snapshot.texts.read([...byPath.keys()])) {
    const document = byPath.get(path)!;
    const entry = searchEntry(settings, document, text);
    index.add(texts.length, { ...entry, summary: document.summary ?? '', text });
    texts.push(JSON.stringify(entry));
    // Lets the process handle shutdown signals.
    if (texts.length % documentsAtOnce === 0) await setImmediate();
  }
  const names = nameAll(texts);
  for (const [at, text] of texts.entries())
    yield { address: fullTextFilePath(lang, `texts/${names[at]!}`), text };
  const { entries, stops } = index.entries(await snapshot.texts.stems(lang, index.words));
  const shards: [first: string, name: string][] = [];
  for (const shard of shardsOf(entries)) {
    const text = JSON.stringify(shard);
    const name = sha256(text).slice(0, 2 * minNameLength);
    shards.push([shard[0]![0], name]);
    yield { address: fullTextFilePath(lang, `words/${name}`), text };
    await setImmediate();
  }
  const types = Object.fromEntries(
    Object.keys(settings.content.types).map((type) => [type, typeLabel(settings, lang, type)]),
  );
  const width = names[0]?.length ?? minNameLength;
  const manifest = { version: 1, lang, documents: texts.length, types, stops, shards };
  yield {
    address: fullTextPath(lang),
    text: JSON.stringify({ ...manifest, width, texts: names.join('') }),
  };
}

/** Newest first. */
export function listedDocuments(
  settings: SiteSettings,
  { documents }: Pick<PublishedSnapshot, 'documents'>,
  lang: string,
): readonly PublishedSummary[] {
  return documents
    .filter((document) => document.lang === lang && isForSearchEngines(settings, document))
    .toSorted((a, b) => b.date.getTime() - a.date.getTime() || (a.path < b.path ? -1 : 1));
}

function searchEntry(settings: SiteSettings, document: PublishedSummary, text: string) {
  const { title, url, type, date, taxonomies } = document;
  const shown = text.replace(/\s+/g, ' ').trim();
  return {
    title,
    url: encodeAddress(url),
    type,
    date: formatIsoDay(settings.timeZone, date),
    terms: [...new Set(Object.values(taxonomies).flat())],
    summary: document.summary ?? shown.slice(0, summaryLength),
    text: shown.slice(0, maxTextLength),
  };
}

/** Hashes of one length, as short as possible. */
function nameAll(texts: readonly string[]): readonly string[] {
  const hashes = texts.map((text) => sha256(text));
  const count = new Set(hashes).size;
  let length = minNameLength;
  while (new Set(hashes.map((hash) => hash.slice(0, length))).size < count) length += 2;
  return hashes.map((hash) => hash.slice(0, length));
}

type Entry = readonly [term: string, stem: string, postings: string];

function* shardsOf(entries: readonly Entry[]): Generator<readonly Entry[]> {
  let shard: Entry[] = [];
  let size = 0;
  for (const entry of entries) {
    const own = entry.join('').length;
    if (size > 0 && size + own > shardSize) {
      yield shard;
      [shard, size] = [[], 0];
    }
    shard.push(entry);
    size += own;
  }
  if (shard.length > 0) yield shard;
}
