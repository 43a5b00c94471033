import { loadHead } from './build-state.ts';
import { digestMedia, listMediaOutputs } from './media-outputs.ts';
import { findPublicOutput } from './output-folder.ts';

export interface CurrentFacts {
  readonly publicDirectory: string;
  readonly contentDirectory: string;
  /** See `BuildPlan.key`. */
  readonly key: string;
  /** See `PublishedReadModel.digest`. */
  readonly digest: () => Promise<string>;
}

/** According to the state of the last build. */
export async function isOutputCurrent({
  publicDirectory,
  contentDirectory,
  key,
  digest,
}: CurrentFacts): Promise<boolean> {
  const output = await findPublicOutput(publicDirectory);
  const head = output && (await loadHead(output.stateFolder));
  if (head?.key !== key || head.published !== (await digest())) return false;
  return head.media === digestMedia(await listMediaOutputs(contentDirectory));
}
