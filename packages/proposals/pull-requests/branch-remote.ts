import type { Repository } from '../repository.ts';

export interface BranchPush {
  readonly repository: Repository;
  readonly branch: string;
  readonly commit: string;
  /** Commit of the branch on the remote; undefined without the branch. */
  readonly tip: string | undefined;
  /** Commit that the remote has. */
  readonly base: string;
}

/** Branches of the remote. All methods throw `RemoteFailure`. */
export interface BranchRemote {
  /** Fails without the right to push to the repository. */
  findTip(branch: string): Promise<string | undefined>;
  /** Only as a fast-forward of `tip`. */
  push(push: BranchPush): Promise<void>;
}
