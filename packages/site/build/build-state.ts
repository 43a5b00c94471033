import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PublicFacts } from '@galley/content';
import type { SentAs } from '../site-response.ts';
import type { Finding } from './finding.ts';

/** One file of the static output. */
export interface Output {
  /** Below the tree's folder, with `/`. */
  readonly file: string;
  /** Of its bytes, or of what names them. */
  readonly hash: string;
  /** What it was made from: see `tagOf`. */
  readonly tags: readonly string[];
  /** What is wrong in the document whose page it is. */
  readonly findings?: readonly Finding[];
  /** Where a server may send the file as the answer that it was made from. */
  readonly sentAs?: SentAs;
  /** For files of the media library. */
  readonly source?: 'media';
}

/** A public document as it was when a tree was made. */
export type KnownDocument = PublicFacts & { readonly version: number };

/** What a tree of static output was made from and holds. */
export interface BuildState {
  /** Of the build that made the tree. */
  readonly id: string;
  /** Names everything but the documents: settings, theme, version of Galley. */
  readonly key: string;
  /** Names all documents: see `PublishedSnapshot.digest`. */
  readonly published: string;
  /** Names all files of the media library: see `digestOfMedia`. */
  readonly media: string;
  /** By their addresses. */
  readonly outputs: ReadonlyMap<string, Output>;
  /** By their paths. */
  readonly documents: ReadonlyMap<string, KnownDocument>;
}

/** Raise this when a state or an output is written in another way than it was: everything is then built anew. */
const formatVersion = 5;
const shards = 256;
const writtenAtOnce = 16;

interface Shard {
  readonly outputs: Record<string, Output>;
  readonly documents: Record<string, KnownDocument>;
}

/** What is saved of a tree beside its outputs. */
export interface Head extends Pick<BuildState, 'id' | 'key' | 'published' | 'media'> {
  readonly format: number;
  /** The number of its outputs. */
  readonly outputs: number;
}

/** The build that a tree was made by; undefined when nothing is known of it. */
export async function loadId(folder: string): Promise<string | undefined> {
  return (await loadHead(folder))?.id;
}

/** Undefined when nothing is known of a tree. */
export async function loadHead(folder: string): Promise<Head | undefined> {
  try {
    const head = JSON.parse(await readFile(join(folder, headFile), 'utf8')) as Head;
    return head.format === formatVersion ? head : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Reads what was saved of a tree. Undefined when there is nothing, when it was written by another version, or when
 * writing it was broken off: then nothing is known of the tree.
 */
export async function loadState(folder: string): Promise<BuildState | undefined> {
  const head = await loadHead(folder);
  if (head === undefined) return undefined;
  try {
    const outputs = new Map<string, Output>();
    const documents = new Map<string, KnownDocument>();
    for (const name of await readdir(folder)) {
      if (!/^\d+\.json$/.test(name)) continue;
      const shard = await loadShard(join(folder, name));
      for (const [address, output] of Object.entries(shard.outputs)) outputs.set(address, output);
      for (const [path, document] of Object.entries(shard.documents)) documents.set(path, document);
    }
    const { id, key, published, media } = head;
    return { id, key, published, media, outputs, documents };
  } catch {
    // Whatever is wrong with it, a tree of which nothing is known is made anew.
    return undefined;
  }
}

/** What a tree has of the addresses that are saved together with this one. Rejects when that cannot be read. */
export async function loadOutputsBeside(
  folder: string,
  address: string,
): Promise<Readonly<Record<string, Output>>> {
  return (await loadShard(join(folder, `${shardOf(address)}.json`))).outputs;
}

async function loadShard(file: string): Promise<Shard> {
  return JSON.parse(await readFile(file, 'utf8')) as Shard;
}

const headFile = 'state.json';

/** To be done before anything of a tree is changed: from then on, nothing is known of it until it is saved. */
export async function forgetState(folder: string): Promise<void> {
  await rm(join(folder, headFile), { force: true });
}

/**
 * Saves what a tree holds, in many small files of which only those are written that changed since `before`; the head
 * comes last.
 */
export async function saveState(
  folder: string,
  state: BuildState,
  before: BuildState | undefined,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const touched = touchedShards(state, before);
  const contents = new Map<number, Shard>();
  for (const shard of touched) contents.set(shard, { outputs: {}, documents: {} });
  for (const [address, output] of state.outputs) {
    const shard = contents.get(shardOf(address));
    if (shard) shard.outputs[address] = output;
  }
  for (const [path, document] of state.documents) {
    const shard = contents.get(shardOf(path));
    if (shard) shard.documents[path] = document;
  }
  const write = ([number, shard]: [number, Shard]): Promise<void> =>
    replace(join(folder, `${number}.json`), JSON.stringify(shard));
  const written = [...contents];
  while (written.length > 0) await Promise.all(written.splice(0, writtenAtOnce).map(write));
  const { outputs, documents: _documents, ...facts } = state;
  const head: Head = { format: formatVersion, ...facts, outputs: outputs.size };
  await replace(join(folder, headFile), JSON.stringify(head));
}

/** Where writing is broken off, there is the old file or the new. */
async function replace(file: string, text: string): Promise<void> {
  await writeFile(`${file}.new`, text);
  await rename(`${file}.new`, file);
}

function touchedShards(state: BuildState, before: BuildState | undefined): ReadonlySet<number> {
  if (before === undefined) return new Set(Array.from({ length: shards }, (_, number) => number));
  return new Set([
    ...changedKeys(state.outputs, before.outputs).map(shardOf),
    ...changedKeys(state.documents, before.documents).map(shardOf),
  ]);
}

/** Keys whose value is another one than it was, or is there on one side alone. */
export function changedKeys<Value>(
  now: ReadonlyMap<string, Value>,
  before: ReadonlyMap<string, Value>,
): string[] {
  const changed: string[] = [];
  for (const [key, value] of now) if (before.get(key) !== value) changed.push(key);
  for (const key of before.keys()) if (!now.has(key)) changed.push(key);
  return changed;
}

/** Which of the files has a key: any even spread will do, and this is asked of every key at each build. */
export function shardOf(key: string): number {
  let spread = 0;
  for (let at = 0; at < key.length; at += 1)
    spread = (Math.imul(spread, 31) + key.charCodeAt(at)) | 0;
  return (spread >>> 0) % shards;
}
