import type { FileChange } from './file-change.ts';

export interface PatchOnBase {
  readonly workspaceId: string | null;
  /** The full id of a commit. */
  readonly baseRevision: string;
  readonly changes: readonly FileChange[];
}

/** Tries patches on the repository of their workspace; nothing is changed by it. */
export interface PatchTrial {
  /**
   * Throws `base_not_found` for a commit that the repository does not have, `patch_does_not_apply` with the file and
   * the line of the patch, and `repository_unusable`. Of a workspace without a repository any patch will do.
   */
  tryPatch(patch: PatchOnBase): Promise<void>;
}
