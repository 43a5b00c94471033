import type { FileChange } from './file-change.ts';

export interface PatchOnBase {
  readonly workspaceId: string | null;
  /** Full commit id. */
  readonly baseRevision: string;
  readonly changes: readonly FileChange[];
}

export interface PatchTrial {
  /**
   * Without a repository, every patch passes.
   * @throws `base_not_found`; `patch_does_not_apply` with the file and the line of the patch; `repository_unusable`.
   */
  tryPatch(patch: PatchOnBase): Promise<void>;
}
