import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock, Logger } from '@galley/kernel';
import { encodePath } from '@galley/media';
import { loadHead, loadOutputsBeside, shardOf, type Output } from '../build/build-state.ts';
import { mediaStamp } from '../build/media-outputs.ts';
import { findPublicTree, type TreePlace } from '../build/output-trees.ts';
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
const mediaTag = tagOf.media('');

/**
 * Answers out of the static output, while it is what is public: then nothing has to be made, after a start neither. A
 * build keeps the names of all that it was made from, which are compared with what there is now, after each change that
 * is heard of anew; each file is taken only if it has the bytes that the build gave it, and media as they were.
 */
export class BuiltAnswers {
  readonly #parts: BuiltAnswersParts;
  #tree: KnownTree | undefined;
  #changes = 0;
  /** What was found not to be what is public. */
  #refuted = '';
  #looking: Promise<void> | undefined;
  #nextLook = 0;

  constructor(parts: BuiltAnswersParts) {
    this.#parts = parts;
  }

  /** Something changed that pages may be made from. */
  outdate(): void {
    this.#changes += 1;
    this.#tree = undefined;
  }

  /** Undefined for what the static output does not have, or not as it is to be now. Never rejects. */
  async find(address: string): Promise<BuiltAnswer | undefined> {
    if (this.#tree === undefined) await this.#lookAgain();
    const tree = this.#tree;
    if (tree === undefined) return undefined;
    try {
      const output = await tree.find(address);
      if (output?.sentAs === undefined) return undefined;
      const { file, hash, tags, sentAs } = output;
      const text = await readFile(join(tree.folder, file), 'utf8');
      const response = sentAgain({ text, sentAs }, this.#parts.frames());
      const isAsBuilt = response.headers.etag === hash && (await this.#showsMedia(tree, tags));
      return isAsBuilt && this.#tree === tree ? { response, tags } : undefined;
    } catch {
      // Another build has replaced it, or somebody removed it: it is made as if it had not been there.
      return undefined;
    }
  }

  async #lookAgain(): Promise<void> {
    const now = this.#parts.clock.now().getTime();
    if (this.#looking === undefined && now < this.#nextLook) return;
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
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
      const isCurrent = head.key === key() && head.published === (await digest());
      if (changes !== this.#changes) return;
      if (isCurrent) this.#tree = new KnownTree(place);
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
      if ((await mediaStamp(join(this.#parts.contentDirectory, path))) !== (built?.hash ?? ''))
        return false;
    }
    return true;
  }
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
