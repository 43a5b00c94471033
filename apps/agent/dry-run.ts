import { Mending, type Advisor } from './mending/mending.ts';
import { describeProposal } from './roles/work-messages.ts';

export interface DryRun {
  readonly repository: string;
  readonly contentFolder: string | undefined;
  readonly advisor: Advisor | undefined;
  readonly signal: AbortSignal;
}

export interface Finding {
  readonly path: string;
  readonly title: string;
  readonly body: string;
  /** Empty if all faults are left to people. */
  readonly patch: string;
}

/** Leaves the repository unchanged and contacts no coordinator. */
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
    yield { path, ...describeProposal({ path, mended, left }), patch };
  }
}
