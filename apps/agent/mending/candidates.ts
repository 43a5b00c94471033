import { posix } from 'node:path';
import { nameOf, type ContentIndex, type DocumentEntry } from '../content/content-index.ts';
import { decoded, documentKey, type DocumentKey } from '../content/site.ts';
import { permalinkOf } from '../content/permalink.ts';
import { noFacts } from '../content/frontmatter.ts';
import { editDistance, maxEditDistance } from './edit-distance.ts';
import type { LinkTarget } from './link-target.ts';

export interface Candidate {
  readonly path: string;
  readonly address: string | undefined;
}

export interface Candidates {
  readonly found: readonly Candidate[];
  /** The end of a sentence about a candidate. */
  readonly why: string;
}

const none: Candidates = { found: [], why: '' };
/** A longer list would not help a person to choose. */
const maxCandidates = 8;

interface Question {
  readonly path: string;
  readonly from: DocumentEntry;
}

/** The first strategy with results wins. */
interface SearchStrategy {
  readonly why: string;
  readonly find: (question: Question) => readonly Candidate[];
}

export class CandidateFinder {
  readonly #index: ContentIndex;
  readonly #documents: Lookup<DocumentEntry>;
  readonly #addresses: Lookup<DocumentEntry>;
  readonly #slugs = new Map<string, DocumentEntry[]>();
  readonly #documentWays: readonly SearchStrategy[];
  readonly #mediaWays: readonly SearchStrategy[];

  constructor(index: ContentIndex) {
    this.#index = index;
    const documents = [...index.documents.values()];
    this.#documents = new Lookup(documents, ({ path }) => path);
    const isPublic = ({ address }: DocumentEntry) => address !== undefined;
    this.#addresses = new Lookup(documents.filter(isPublic), ({ address }) =>
      fromRoot(decoded(address!)),
    );
    for (const entry of documents)
      if (entry.facts.slug !== undefined) push(this.#slugs, fold(entry.facts.slug), entry);
    const files = [...index.media].filter((path) => !path.endsWith('.meta.yaml'));
    const media = new Lookup<Candidate>(
      files.map((path) => ({ path, address: undefined })),
      ({ path }) => path,
    );
    this.#mediaWays = [spelled(media), named(media), nearly(media)];
    this.#documentWays = this.#waysToDocuments();
  }

  find(target: LinkTarget, from: DocumentEntry): Candidates {
    const { kind, inTree } = target;
    const isMedia = kind === 'media' || isFile.test(target.target);
    const question = { path: inTree ?? fromRoot(target.target), from };
    for (const { why, find } of isMedia ? this.#mediaWays : this.#documentWays) {
      const others = find(question).filter(
        ({ path, address }) =>
          path !== from.path && (isMedia || inTree !== undefined || address !== undefined),
      );
      const found = sameLanguage(unique(others), from);
      if (found.length > 0) return { found: found.slice(0, maxCandidates), why };
    }
    return none;
  }

  #waysToDocuments(): readonly SearchStrategy[] {
    return [
      spelled(this.#documents),
      spelled(this.#addresses),
      { why: 'the document has moved there', find: ({ path }) => this.#movedFrom(path) },
      {
        why: 'it is the translation of that document',
        find: ({ path }) => this.#translations(path),
      },
      named(this.#documents),
      {
        why: 'its slug matches',
        find: ({ path }) => this.#slugs.get(fold(nameOf(trimmed(path)))) ?? [],
      },
      nearly(this.#documents),
      nearly(this.#addresses),
    ];
  }

  #movedFrom(path: string): readonly DocumentEntry[] {
    const key = this.#keyOf(path);
    const places = [key && permalinkOf(this.#index.site, key, noFacts), `/${trimmed(path)}`];
    const found = places.map((address) => address && this.#index.findByOldAddress(address));
    return found.filter((entry) => typeof entry === 'object').slice(0, 1);
  }

  #translations(path: string): readonly DocumentEntry[] {
    const { site, documents } = this.#index;
    const prefixes = ['', ...[...site.otherLanguages].map((language) => `${language}/`)];
    const key = this.#keyOf(path);
    const plain = trimmed(path).replace(/^([^/]+)\/(?=.)/, (first: string) =>
      site.otherLanguages.has(first.slice(0, -1)) ? '' : first,
    );
    return prefixes
      .flatMap((prefix) => [
        key && documents.get(`${key.type.folder}/${prefix}${key.path}.md`),
        ...this.#addresses.spelled(prefix + plain),
      ])
      .filter((entry) => entry !== undefined);
  }

  #keyOf(path: string): DocumentKey | undefined {
    return documentKey(this.#index.site, `${trimmed(path)}.md`);
  }
}

const isFile = /\.(?!md$|markdown$|html?$|php$)[a-z\d]{1,8}$/i;
const fromRoot = (address: string) => address.replace(/^\/+/, '');

function spelled<Entry extends Candidate>(lookup: Lookup<Entry>): SearchStrategy {
  return { why: 'only the spelling differs', find: ({ path }) => lookup.spelled(path) };
}

function named<Entry extends Candidate>(lookup: Lookup<Entry>): SearchStrategy {
  return { why: 'its name matches', find: ({ path }) => lookup.named(path) };
}

function nearly<Entry extends Candidate>(lookup: Lookup<Entry>): SearchStrategy {
  return { why: 'its name is similar', find: ({ path }) => lookup.nearly(path) };
}

/** Limits the slowest part with thousands of documents and faults. */
const maxComparisons = 3_000_000;

/** Ignores case, Unicode form of accents, and extension. */
class Lookup<Entry extends Candidate> {
  readonly #byPath = new Map<string, Entry[]>();
  readonly #byName = new Map<string, Entry[]>();
  readonly #byFolder = new Map<string, { readonly name: string; readonly entry: Entry }[]>();

  #comparisonsLeft = maxComparisons;

  constructor(entries: readonly Entry[], pathOf: (entry: Entry) => string) {
    for (const entry of entries) {
      const path = fold(trimmed(pathOf(entry)));
      const name = posix.basename(path);
      push(this.#byPath, path, entry);
      push(this.#byName, name, entry);
      push(this.#byFolder, posix.dirname(path), { name, entry });
    }
  }

  spelled(path: string): readonly Entry[] {
    return this.#byPath.get(fold(trimmed(path))) ?? [];
  }

  named(path: string): readonly Entry[] {
    return this.#byName.get(posix.basename(fold(trimmed(path)))) ?? [];
  }

  nearly(path: string): readonly Entry[] {
    const plain = fold(trimmed(path));
    const name = posix.basename(plain);
    const most = maxEditDistance(name);
    const others = this.#byFolder.get(posix.dirname(plain)) ?? [];
    this.#comparisonsLeft -= others.length;
    if (this.#comparisonsLeft < 0) return [];
    const near = others.map((other) => ({
      entry: other.entry,
      distance: editDistance(name, other.name, most),
    }));
    const least = near.reduce((known, { distance }) => Math.min(known, distance), most);
    return near.filter(({ distance }) => distance === least).map(({ entry }) => entry);
  }
}

function push<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const known = map.get(key);
  if (known) known.push(value);
  else map.set(key, [value]);
}

const fold = (text: string) => text.normalize('NFC').toLowerCase();

/** Authors often add or omit slash, extension, and name of an index. */
const trimmed = (path: string) =>
  path
    .replace(/\/+$/, '')
    .replace(/(?<=[^/])\.[a-z\d]{1,10}$/i, '')
    .replace(/(?<=[^/])\/index$/i, '');

const unique = (found: readonly Candidate[]) => [
  ...new Map(found.map((candidate) => [candidate.path, candidate])).values(),
];

function sameLanguage(found: readonly Candidate[], from: DocumentEntry): readonly Candidate[] {
  if (found.length < 2) return found;
  const own = (found as readonly Partial<DocumentEntry>[]).map(({ key }) => key?.language);
  const same = found.filter((_, index) => own[index] === from.key?.language);
  return same.length > 0 ? same : found;
}
