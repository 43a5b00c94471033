import type { FileChange } from './file-change.ts';
import type { FileEdit } from './file-edit.ts';

export interface PatchOnBase {
  readonly workspaceId: string | null;
  /** Full commit id. */
  readonly baseRevision: string;
  readonly changes: readonly FileChange[];
}

export interface PatchExtension {
  readonly workspaceId: string | null;
  /** `undefined` for a proposal without a patch. */
  readonly newest: Omit<PatchOnBase, 'workspaceId'> | undefined;
  readonly edit: FileEdit;
}

export interface BuiltPatch {
  readonly baseRevision: string;
  readonly patch: string;
}

export interface PatchTrial {
  /**
   * Without a repository, every patch passes.
   * @throws `base_not_found`; `patch_does_not_apply` with the file and the line of the patch; `repository_unusable`.
   */
  tryPatch(patch: PatchOnBase): Promise<void>;

  /**
   * The same changes as a patch with correct line counts; `undefined` without a repository.
   * @throws as `tryPatch`, also for a recounted hunk that matches nowhere or at several places; `not_editable`.
   */
  recount(patch: PatchOnBase): Promise<string | undefined>;

  /**
   * Adds an edit to a patch. The base becomes the newest commit if it has the same versions of the patched files.
   * `undefined` without a repository.
   * @throws as `tryPatch`, and `no_branch`, `text_not_unique`, `not_editable`.
   */
  extend(extension: PatchExtension): Promise<BuiltPatch | undefined>;
}
