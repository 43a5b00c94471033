import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PublicFacts } from '@galley/content';
import type { SentAs } from '../site-response.ts';
import type { Finding } from './finding.ts';

export interface Output {
  readonly file: string;
  /** Hash of the content, or of what identifies it. */
  readonly hash: string;
  /** See `tagOf`. */
  readonly tags: readonly string[];
  readonly findings?: readonly Finding[];
  /** Where a server may send the file. */
  readonly sentAs?: SentAs;
  readonly source?: 'media' | 'search';
}

export type KnownDocument = PublicFacts & { readonly version: number };

export interface BuildHead {
  readonly id: string;
  /** Settings, theme, plugins and Galley version. */
  readonly key: string;
  /** See `PublishedSnapshot.digest`. */
  readonly published: string;
  /** See `digestMedia`. */
  readonly media: string;
}

export interface BuildState extends BuildHead {
  readonly outputs: ReadonlyMap<string, Output>;
  readonly documents: ReadonlyMap<string, KnownDocument>;
}

/** Raise it when the format changes, to force a full build. */
const formatVersion = 6;
const shards = 64;
const headFile = 'head.json';

interface Shard {
  readonly outputs: Record<string, Output>;
  readonly documents: Record<string, KnownDocument>;
}

/** In many small files, so that single outputs can be read alone. */
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

/** `undefined` for unknown addresses. Rejects for an unreadable file. */
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
