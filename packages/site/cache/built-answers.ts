import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock, Logger, Loop } from '@galley/kernel';
import { encodePath } from '@galley/media';
import { loadHead, loadOutputsBeside, shardOf, type Output } from '../build/build-state.ts';
import { mediaStamp } from '../build/media-outputs.ts';
import { findPublicTree, type TreePlace } from '../build/output-trees.ts';
import type { Outdated } from '../dependencies/outdated.ts';
import { tagOf } from '../dependencies/tags.ts';
import { sentAgain, type SiteResponse } from '../site-response.ts';

export interface BuiltAnswersParts {
  readonly publicDirectory: string;
  readonly contentDirectory: string;
  /** Names what pages are made from now beside documents and media, as builds name it; undefined where it is not known. */
  readonly key: () => string | undefined;
  /** Names all documents that are public now: see `PublishedSnapshot.digest`. */
  readonly digest: () => Promise<string>;
  /** Hosts of which pages may show frames. */
  readonly frames: () => readonly string[];
  readonly clock: Clock;
  readonly logger: Logger;
}

/** An answer that the static output has, and what it was made from. */
export interface BuiltAnswer {
  readonly response: SiteResponse;
  readonly tags: readonly string[];
}

/** About a kilobyte of memory each; and of larger sites, finding out what a page was made from takes long. */
const mostOutputs = 50_000;
const pauseMilliseconds = 250;
const lookMs = 1_000;
/** More changes than that between two builds, and nothing is known of the output any more. */
const maxChanges = 1_000;
const mediaTag = tagOf.media('');

/** A tree that was seen to be what is public, and what has changed since. */
interface SeenTree {
  readonly tree: KnownTree;
  readonly changes: Outdated[];
}

/**
 * Answers out of the static output, while it is what is public: then nothing has to be made, after a start neither. A
 * build keeps the names of all that it was made from, which are compared with what there is now, after each change that
 * is heard of anew; each file is taken only if it has the bytes that the build gave it, and media as they were.
 *
 * As a loop, it looks by itself: a database that is lost can no longer be asked what is public.
 */
export class BuiltAnswers implements Loop {
  readonly #parts: BuiltAnswersParts;
  #seen: SeenTree | undefined;
  #changes = 0;
  /** What was found not to be what is public. */
  #refuted = '';
  #looking: Promise<void> | undefined;
  #nextLook = 0;
  /** Changes that had been heard of when the last look began. */
  #lookedAfter = -1;
  #stopped: Promise<void> = Promise.resolve();

  constructor(parts: BuiltAnswersParts) {
    this.#parts = parts;
  }

  get stopped(): Promise<void> {
    return this.#stopped;
  }

  start(signal: AbortSignal): void {
    this.#stopped = this.#run(signal);
  }

  /** Something changed that pages may be made from: what it outdates, or, without that, anything. */
  outdate(by?: Outdated): void {
    this.#changes += 1;
    if (by === undefined || this.#seen?.changes.length === maxChanges) this.#seen = undefined;
    else this.#seen?.changes.push(by);
  }

  /** Undefined for what the static output does not have, or not as it is to be now. Never rejects. */
  async find(address: string): Promise<BuiltAnswer | undefined> {
    if (!isCurrent(this.#seen)) await this.#lookAgain();
    const seen = this.#seen;
    if (!isCurrent(seen)) return undefined;
    const found = await this.#read(seen.tree, address);
    return this.#seen === seen && isCurrent(seen) ? found : undefined;
  }

  /**
   * The same while nobody can be asked what is public now: what the output has, unless a change outdated it that was
   * heard of since the output was what is public. Never rejects.
   */
  async findStale(address: string): Promise<BuiltAnswer | undefined> {
    const seen = this.#seen;
    const found = seen && (await this.#read(seen.tree, address));
    return seen?.changes.some((change) => change.outdates(found?.tags ?? [])) ? undefined : found;
  }

  async #read(tree: KnownTree, address: string): Promise<BuiltAnswer | undefined> {
    try {
      const output = await tree.find(address);
      if (output?.sentAs === undefined) return undefined;
      const { file, hash, tags, sentAs } = output;
      const text = await readFile(join(tree.folder, file), 'utf8');
      const response = sentAgain({ text, sentAs }, this.#parts.frames());
      const isAsBuilt = response.headers.etag === hash && (await this.#showsMedia(tree, tags));
      return isAsBuilt ? { response, tags } : undefined;
    } catch {
      // Another build has replaced it, or somebody removed it: it is made as if it had not been there.
      return undefined;
    }
  }

  async #run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      if (!isCurrent(this.#seen)) await this.#lookAgain();
      await this.#parts.clock.sleep(lookMs, signal);
    }
  }

  async #lookAgain(): Promise<void> {
    // A change that came during the last look, or since, is worth another one at once.
    const isPaused =
      this.#lookedAfter === this.#changes && this.#parts.clock.now().getTime() < this.#nextLook;
    if (this.#looking === undefined && isPaused) return;
    const changes = this.#changes;
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
      this.#lookedAfter = changes;
      this.#nextLook = this.#parts.clock.now().getTime() + pauseMilliseconds;
    });
    await this.#looking;
  }

  async #look(): Promise<void> {
    const { publicDirectory, key, digest, logger } = this.#parts;
    const changes = this.#changes;
    try {
      const place = await findPublicTree(publicDirectory);
      const head = place && (await loadHead(place.stateFolder));
      if (place === undefined || head === undefined || head.outputs > mostOutputs) return;
      const looked = `${changes} ${head.id}`;
      if (looked === this.#refuted) return;
      const isPublic = head.key === key() && head.published === (await digest());
      if (changes !== this.#changes) return;
      if (isPublic) this.#seen = { tree: new KnownTree(place), changes: [] };
      else this.#refuted = looked;
    } catch (error) {
      logger.debug('the static output was not looked at', { error: String(error) });
    }
  }

  async #showsMedia(tree: KnownTree, tags: readonly string[]): Promise<boolean> {
    for (const tag of tags) {
      if (!tag.startsWith(mediaTag)) continue;
      const path = tag.slice(mediaTag.length);
      const built = await tree.find(`/${encodePath(path)}`);
      const stamp = await mediaStamp(this.#parts.contentDirectory, path);
      if (stamp !== (built?.hash ?? '')) return false;
    }
    return true;
  }
}

function isCurrent(seen: SeenTree | undefined): seen is SeenTree {
  return seen?.changes.length === 0;
}

/** A tree of static output that is public, of which it is known what each file was made from. */
class KnownTree {
  readonly folder: string;
  readonly #stateFolder: string;
  readonly #outputs = new Map<number, Promise<Readonly<Record<string, Output>>>>();

  constructor({ folder, stateFolder }: TreePlace) {
    this.folder = folder;
    this.#stateFolder = stateFolder;
  }

  async find(address: string): Promise<Output | undefined> {
    const shard = shardOf(address);
    const known = this.#outputs.get(shard) ?? loadOutputsBeside(this.#stateFolder, address);
    this.#outputs.set(shard, known);
    const outputs = await known;
    return Object.hasOwn(outputs, address) ? outputs[address] : undefined;
  }
}
