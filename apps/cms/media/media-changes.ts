import { isSidecar, markedPath, publicMediaFolder, sidecarEnding } from '@galley/media';
import { mediaStamp, tagOf, type PublishedAnswers } from '@galley/site';
import type { SiteBuilds } from '../build/site-builds.ts';

export interface MediaChangesOptions {
  /** Of the content tree. */
  readonly root: string;
  readonly answers: PublishedAnswers;
  readonly builds: SiteBuilds;
}

/** Sees to it that pages show the pictures that there are: by the names of those that changed, or by looking. */
export class MediaChanges {
  readonly #options: MediaChangesOptions;
  /** Size and time of the files that pages were made with, when they were last looked at. */
  #stamps = new Map<string, string>();

  constructor(options: MediaChangesOptions) {
    this.#options = options;
  }

  /** `paths` are those that changed; without any, the files that kept pages show are looked at. */
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

/** The file of the library that a change of a sidecar, a public version or a marker is about. */
function fileOf(changed: string): string {
  const path = changed.startsWith(`${publicMediaFolder}/`)
    ? (markedPath(changed) ?? changed.slice('.published/'.length))
    : changed;
  return isSidecar(path) ? path.slice(0, -sidecarEnding.length) : path;
}
