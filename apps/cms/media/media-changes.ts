import { isSidecar, markedPath, publicMediaFolder, sidecarEnding } from '@galley/media';
import { mediaStamp, tagOf, type PublishedAnswers } from '@galley/site';
import type { SiteBuilds } from '../build/site-builds.ts';

export interface MediaChangesOptions {
  readonly root: string;
  readonly answers: PublishedAnswers;
  readonly builds: SiteBuilds;
}

export class MediaChanges {
  readonly #options: MediaChangesOptions;
  /** Size and time of the files on cached pages, at the last check. */
  #stamps = new Map<string, string>();

  constructor(options: MediaChangesOptions) {
    this.#options = options;
  }

  /** Without any path, checks the files on cached pages. */
  async note(paths: readonly string[]): Promise<void> {
    const changed = paths.length > 0 ? paths : await this.#findChanged();
    if (changed.length === 0) return;
    this.#options.answers.drop(changed.map((path) => tagOf.media(fileOf(path))));
    this.#options.builds.changed('publish');
  }

  async #findChanged(): Promise<readonly string[]> {
    const { root, answers } = this.#options;
    const before = this.#stamps;
    this.#stamps = new Map();
    const changed: string[] = [];
    for (const path of answers.listMediaDependencies()) {
      const stamp = await mediaStamp(root, path);
      this.#stamps.set(path, stamp);
      const known = before.get(path);
      if (known !== undefined && known !== stamp) changed.push(path);
    }
    return changed;
  }
}

/** Maps a changed sidecar, public version or marker to its media file. */
function fileOf(changed: string): string {
  const path = changed.startsWith(`${publicMediaFolder}/`)
    ? (markedPath(changed) ?? changed.slice('.published/'.length))
    : changed;
  return isSidecar(path) ? path.slice(0, -sidecarEnding.length) : path;
}
