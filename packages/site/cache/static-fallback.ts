import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Ticker, type Clock, type Logger } from '@galley/kernel';
import { encodePath } from '@galley/media';
import { loadHead, loadOutput } from '../build/build-state.ts';
import { mediaStamp } from '../build/media-outputs.ts';
import { findPublicOutput, type OutputFolder } from '../build/output-folder.ts';
import type { Outdated } from '../dependencies/outdated.ts';
import { tagOf } from '../dependencies/tags.ts';
import type { PagePolicy } from '../page-policy.ts';
import { restoreResponse, type SiteResponse } from '../site-response.ts';

export interface StaticFallbackParts {
  readonly publicDirectory: string;
  readonly contentDirectory: string;
  /** Same key as in builds. */
  readonly key: () => string;
  /** See `PublishedReadModel.digest`. */
  readonly digest: () => Promise<string>;
  readonly settings: () => PagePolicy['settings'];
  readonly clock: Clock;
  readonly logger: Logger;
}

export interface FallbackAnswer {
  readonly response: SiteResponse;
  readonly tags: readonly string[];
}

const everyMs = 1_000;
/** The output is then unusable until the next build. */
const maxChanges = 1_000;
const mediaTag = tagOf.media('');

/** Output known to be current, and later changes. */
interface SeenOutput {
  readonly output: OutputFolder;
  readonly changes: Outdated[];
}

/**
 * While the database is unavailable (ADD-DB-1). Sends a file only if its content and pictures are unchanged and no
 * later change has outdated it.
 */
export class StaticFallback {
  readonly loop: Ticker;
  readonly #parts: StaticFallbackParts;
  #seen: SeenOutput | undefined;
  #changes = 0;
  #compared = '';

  constructor(parts: StaticFallbackParts) {
    this.#parts = parts;
    const { clock, logger } = parts;
    const run = (): Promise<void> => this.compare();
    this.loop = new Ticker({ id: 'static-output-check', everyMs, clock, logger, run });
  }

  /** `undefined` outdates everything. */
  outdate(by?: Outdated): void {
    this.#changes += 1;
    if (by === undefined || this.#seen?.changes.length === maxChanges) this.#seen = undefined;
    else this.#seen?.changes.push(by);
  }

  /** Compares with the public state, unless nothing changed since. */
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

  /** `undefined` for missing or outdated answers. Never rejects. */
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
      const response = restoreResponse({ text, sentAs }, this.#parts.settings());
      const isAsBuilt = response.headers.etag === hash && (await this.#showsMedia(place, tags));
      return isAsBuilt ? { response, tags } : undefined;
    } catch {
      // Deleted by a newer build or externally.
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
