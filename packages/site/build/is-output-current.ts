import { loadHead } from './build-state.ts';
import { digestMedia, listMediaOutputs } from './media-outputs.ts';
import { findPublicOutput } from './output-folder.ts';

export interface CurrentFacts {
  readonly publicDirectory: string;
  readonly contentDirectory: string;
  /** Identifies inputs besides documents and media, see `BuildPlan.key`. */
  readonly key: string;
  /** Identifies the public documents, see `PublishedReadModel.digest`. */
  readonly digest: () => Promise<string>;
}

/** True when a build would change nothing, according to the state of the last build. */
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
