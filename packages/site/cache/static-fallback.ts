import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Ticker, type Clock, type Logger } from '@galley/kernel';
import { encodePath } from '@galley/media';
import { loadHead, loadOutput } from '../build/build-state.ts';
import { mediaStamp } from '../build/media-outputs.ts';
import { findPublicOutput, type OutputFolder } from '../build/output-folder.ts';
import type { Outdated } from '../dependencies/outdated.ts';
import { tagOf } from '../dependencies/tags.ts';
import { sentAgain, type SiteResponse } from '../site-response.ts';

export interface StaticFallbackParts {
  readonly publicDirectory: string;
  readonly contentDirectory: string;
  /** Identifies what pages are made with now, beside documents and media, as builds do. */
  readonly key: () => string;
  /** Identifies the documents that are public now: see `PublishedReadModel.digest`. */
  readonly digest: () => Promise<string>;
  /** Hosts of which pages may show frames. */
  readonly frames: () => readonly string[];
  readonly clock: Clock;
  readonly logger: Logger;
}

/** An answer from the static output, and what it was made from. */
export interface FallbackAnswer {
  readonly response: SiteResponse;
  readonly tags: readonly string[];
}

const everyMs = 1_000;
/** After more changes than that between two builds, the output answers nothing until the next build. */
const maxChanges = 1_000;
const mediaTag = tagOf.media('');

/** Output that was seen to be what is public, and the changes since. */
interface SeenOutput {
  readonly output: OutputFolder;
  readonly changes: Outdated[];
}

/**
 * Answers from the static output while the database is lost (ADD-DB-1). As long as the database answers, it compares
 * each build with what is public, since later it can ask nobody. A file is only sent if it has the bytes that the build
 * wrote, if its pictures are as they were, and if no change since has outdated it.
 */
export class StaticFallback {
  readonly loop: Ticker;
  readonly #parts: StaticFallbackParts;
  #seen: SeenOutput | undefined;
  #changes = 0;
  /** The build and the changes that were compared last. */
  #compared = '';

  constructor(parts: StaticFallbackParts) {
    this.#parts = parts;
    const { clock, logger } = parts;
    const run = (): Promise<void> => this.compare();
    this.loop = new Ticker({ id: 'static-output-check', everyMs, clock, logger, run });
  }

  /** Something changed that pages may be made from: what it outdates, or, without that, anything. */
  outdate(by?: Outdated): void {
    this.#changes += 1;
    if (by === undefined || this.#seen?.changes.length === maxChanges) this.#seen = undefined;
    else this.#seen?.changes.push(by);
  }

  /** Compares the output with what is public, unless nothing has happened since the last comparison. */
  async compare(): Promise<void> {
    const { publicDirectory, key, digest } = this.#parts;
    const changes = this.#changes;
    const output = await findPublicOutput(publicDirectory);
    const head = output && (await loadHead(output.stateFolder));
    const compared = `${changes} ${head?.id}`;
    if (output === undefined || head === undefined || compared === this.#compared) return;
    const isPublic = head.key === key() && head.published === (await digest());
    if (changes !== this.#changes) return;
    this.#compared = compared;
    if (isPublic) this.#seen = { output, changes: [] };
  }

  /** Undefined where the output has no answer, or one that is outdated. Never rejects. */
  async find(address: string): Promise<FallbackAnswer | undefined> {
    const seen = this.#seen;
    const found = seen && (await this.#read(seen.output, address));
    return seen?.changes.some((change) => change.outdates(found?.tags ?? [])) ? undefined : found;
  }

  async #read(place: OutputFolder, address: string): Promise<FallbackAnswer | undefined> {
    try {
      const output = await loadOutput(place.stateFolder, address);
      if (output?.sentAs === undefined) return undefined;
      const { file, hash, tags, sentAs } = output;
      const text = await readFile(join(place.folder, file), 'utf8');
      const response = sentAgain({ text, sentAs }, this.#parts.frames());
      const isAsBuilt = response.headers.etag === hash && (await this.#showsMedia(place, tags));
      return isAsBuilt ? { response, tags } : undefined;
    } catch {
      // A newer build has removed it, or somebody else.
      return undefined;
    }
  }

  async #showsMedia({ stateFolder }: OutputFolder, tags: readonly string[]): Promise<boolean> {
    for (const tag of tags) {
      if (!tag.startsWith(mediaTag)) continue;
      const path = tag.slice(mediaTag.length);
      const built = await loadOutput(stateFolder, `/${encodePath(path)}`);
      const stamp = await mediaStamp(this.#parts.contentDirectory, path);
      if (stamp !== (built?.hash ?? '')) return false;
    }
    return true;
  }
}
