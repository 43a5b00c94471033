import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PublicFacts } from '@galley/content';
import type { SentAs } from '../site-response.ts';
import type { Finding } from './finding.ts';

export interface Output {
  /** Path below the output folder. */
  readonly file: string;
  /** Hash of the content, or of what identifies it. */
  readonly hash: string;
  /** Dependencies, see `tagOf`. */
  readonly tags: readonly string[];
  /** Faults of the page's document. */
  readonly findings?: readonly Finding[];
  /** Answer type, where a server may send the file. */
  readonly sentAs?: SentAs;
  /** Set for media files. */
  readonly source?: 'media';
}

/** Public document at the time of the build. */
export type KnownDocument = PublicFacts & { readonly version: number };

/** Identifies a build and its inputs. */
export interface BuildHead {
  readonly id: string;
  /** Identifies settings, theme, plugins and Galley version. */
  readonly key: string;
  /** Identifies the public documents, see `PublishedSnapshot.digest`. */
  readonly published: string;
  /** Identifies the media files, see `digestOfMedia`. */
  readonly media: string;
}

/** Inputs and files of a static output. */
export interface BuildState extends BuildHead {
  readonly outputs: ReadonlyMap<string, Output>;
  readonly documents: ReadonlyMap<string, KnownDocument>;
}

/** Raise it when the format changes, to force a full build. */
const formatVersion = 5;
const shards = 64;
const headFile = 'head.json';

interface Shard {
  readonly outputs: Record<string, Output>;
  readonly documents: Record<string, KnownDocument>;
}

/** Saves a state as many small files, so that single outputs can be read alone. */
export async function saveState(
  folder: string,
  { outputs, documents, ...head }: BuildState,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const contents = Array.from({ length: shards }, (): Shard => ({ outputs: {}, documents: {} }));
  for (const [address, output] of outputs) contents[toShard(address)]!.outputs[address] = output;
  for (const [path, document] of documents) contents[toShard(path)]!.documents[path] = document;
  for (const [number, shard] of contents.entries())
    await writeFile(join(folder, `${number}.json`), JSON.stringify(shard));
  await writeFile(join(folder, headFile), JSON.stringify({ format: formatVersion, ...head }));
}

/** `undefined` without a complete state of this format. */
export async function loadHead(folder: string): Promise<BuildHead | undefined> {
  try {
    const text = await readFile(join(folder, headFile), 'utf8');
    const { format, ...head } = JSON.parse(text) as BuildHead & { readonly format: number };
    return format === formatVersion ? head : undefined;
  } catch {
    return undefined;
  }
}

/** `undefined` without a complete state of this format, which causes a full build. */
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

/** Output of a saved state at an address; undefined for unknown addresses. Rejects for an unreadable file. */
export async function loadOutput(folder: string, address: string): Promise<Output | undefined> {
  const { outputs } = await loadShard(join(folder, `${toShard(address)}.json`));
  return Object.hasOwn(outputs, address) ? outputs[address] : undefined;
}

async function loadShard(file: string): Promise<Shard> {
  return JSON.parse(await readFile(file, 'utf8')) as Shard;
}

/** Any even distribution suffices. */
function toShard(key: string): number {
  let spread = 0;
  for (let index = 0; index < key.length; index += 1)
    spread = (Math.imul(spread, 31) + key.charCodeAt(index)) | 0;
  return (spread >>> 0) % shards;
}
