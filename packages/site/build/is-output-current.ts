import { loadHead } from './build-state.ts';
import { digestOfMedia, mediaOutputs } from './media-outputs.ts';
import { findPublicTree } from './output-trees.ts';

export interface CurrentFacts {
  readonly publicDirectory: string;
  readonly contentDirectory: string;
  /** Identifies what pages are made with, beside documents and media: see `BuildPlan.key`. */
  readonly key: string;
  /** Identifies the public documents: see `PublishedReadModel.digest`. */
  readonly digest: string;
}

/** Whether the public directory holds what a build would make now, as far as the notes of the last build say. */
export async function isOutputCurrent({
  publicDirectory,
  contentDirectory,
  key,
  digest,
}: CurrentFacts): Promise<boolean> {
  const tree = await findPublicTree(publicDirectory);
  const head = tree && (await loadHead(tree.stateFolder));
  if (head?.key !== key || head.published !== digest) return false;
  return head.media === digestOfMedia(await mediaOutputs(contentDirectory));
}
