import { loadHead } from './build-state.ts';
import { digestOfMedia, mediaOutputs } from './media-outputs.ts';
import { findPublicOutput } from './output-folder.ts';

export interface CurrentFacts {
  readonly publicDirectory: string;
  readonly contentDirectory: string;
  /** Identifies what pages are made with, beside documents and media: see `BuildPlan.key`. */
  readonly key: string;
  /** Identifies the public documents: see `PublishedReadModel.digest`. */
  readonly digest: () => Promise<string>;
}

/** Whether the public directory holds what a build would make now, as far as the notes of the last build say. */
export async function isOutputCurrent({
  publicDirectory,
  contentDirectory,
  key,
  digest,
}: CurrentFacts): Promise<boolean> {
  const output = await findPublicOutput(publicDirectory);
  const head = output && (await loadHead(output.stateFolder));
  if (head?.key !== key || head.published !== (await digest())) return false;
  return head.media === digestOfMedia(await mediaOutputs(contentDirectory));
}
