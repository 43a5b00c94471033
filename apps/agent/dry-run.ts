import { Mending, type Advisor } from './mending/mending.ts';
import { proposalWords } from './roles/work-words.ts';

export interface DryRun {
  readonly repository: string;
  readonly contentFolder: string | undefined;
  readonly advisor: Advisor | undefined;
  readonly signal: AbortSignal;
}

/** What would be proposed for a document. */
export interface Finding {
  readonly path: string;
  readonly title: string;
  readonly body: string;
  /** Empty when what is wrong is left for people. */
  readonly patch: string;
}

/** Every document of a repository with something wrong in it, one after the other. Nothing is changed or told. */
export async function* dryRun({
  repository,
  contentFolder: folder,
  advisor,
  signal,
}: DryRun): AsyncGenerator<Finding> {
  const mending = await Mending.open({ repository, folder, advisor, signal });
  for (const document of mending.documents) {
    signal.throwIfAborted();
    const { mended, left, patch } = await mending.mend(document);
    if (mended.length + left.length === 0) continue;
    const path = mending.repositoryPath(document);
    yield { path, ...proposalWords({ path, mended, left }), patch };
  }
}
