import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PublicFacts } from '@galley/content';
import type { SentAs } from '../site-response.ts';
import type { Finding } from './finding.ts';

/** One file of the static output. */
export interface Output {
  /** Below the output folder, with `/`. */
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

/** A public document as it was when the output was made. */
export type KnownDocument = PublicFacts & { readonly version: number };

/** Identifies a build and everything that it was made from. */
export interface BuildHead {
  readonly id: string;
  /** Identifies settings, theme, plugins and version of Galley. */
  readonly key: string;
  /** Identifies the public documents: see `PublishedSnapshot.digest`. */
  readonly published: string;
  /** Identifies the files of the media library: see `digestOfMedia`. */
  readonly media: string;
}

/** What static output was made from and holds. */
export interface BuildState extends BuildHead {
  /** By their addresses. */
  readonly outputs: ReadonlyMap<string, Output>;
  /** By their paths. */
  readonly documents: ReadonlyMap<string, KnownDocument>;
}

/** Raise this when the format of the files changes: everything is then built again. */
const formatVersion = 5;
const shards = 64;
const headFile = 'head.json';

interface Shard {
  readonly outputs: Record<string, Output>;
  readonly documents: Record<string, KnownDocument>;
}

/** Saves a state in a new folder: in many small files, so that one output can be looked up without reading them all. */
export async function saveState(
  folder: string,
  { outputs, documents, ...head }: BuildState,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const contents = Array.from({ length: shards }, (): Shard => ({ outputs: {}, documents: {} }));
  for (const [address, output] of outputs) contents[shardOf(address)]!.outputs[address] = output;
  for (const [path, document] of documents) contents[shardOf(path)]!.documents[path] = document;
  for (const [number, shard] of contents.entries())
    await writeFile(join(folder, `${number}.json`), JSON.stringify(shard));
  await writeFile(join(folder, headFile), JSON.stringify({ format: formatVersion, ...head }));
}

/** Undefined when the folder has no complete state of this format. */
export async function loadHead(folder: string): Promise<BuildHead | undefined> {
  try {
    const text = await readFile(join(folder, headFile), 'utf8');
    const { format, ...head } = JSON.parse(text) as BuildHead & { readonly format: number };
    return format === formatVersion ? head : undefined;
  } catch {
    return undefined;
  }
}

/** Undefined when the folder has no complete state of this format: everything is then built again. */
export async function loadState(folder: string): Promise<BuildState | undefined> {
  const head = await loadHead(folder);
  if (head === undefined) return undefined;
  try {
    const outputs = new Map<string, Output>();
    const documents = new Map<string, KnownDocument>();
    for (const name of await readdir(folder)) {
      if (name === headFile) continue;
      const shard = await loadShard(join(folder, name));
      for (const [address, output] of Object.entries(shard.outputs)) outputs.set(address, output);
      for (const [path, document] of Object.entries(shard.documents)) documents.set(path, document);
    }
    return { ...head, outputs, documents };
  } catch {
    return undefined;
  }
}

/** One output of a saved state; undefined where it has none at the address. Rejects when the file cannot be read. */
export async function loadOutput(folder: string, address: string): Promise<Output | undefined> {
  const { outputs } = await loadShard(join(folder, `${shardOf(address)}.json`));
  return Object.hasOwn(outputs, address) ? outputs[address] : undefined;
}

async function loadShard(file: string): Promise<Shard> {
  return JSON.parse(await readFile(file, 'utf8')) as Shard;
}

/** Any even spread will do. */
function shardOf(key: string): number {
  let spread = 0;
  for (let index = 0; index < key.length; index += 1)
    spread = (Math.imul(spread, 31) + key.charCodeAt(index)) | 0;
  return (spread >>> 0) % shards;
}
