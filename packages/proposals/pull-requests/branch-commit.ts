import { readPatch } from '@galley/runcoord';
import git from 'isomorphic-git';
import { listChanges } from '../application.ts';
import { writeChangedTree } from '../changed-tree.ts';
import { createSignature } from '../commit-message.ts';
import { writeFiles } from '../commit-plan.ts';
import type { DecidedPatch } from '../decided-proposal-repository.ts';
import type { Repository } from '../repository.ts';
import { applyToBase } from '../workspace-repository.ts';

export interface BranchCommit {
  readonly patch: DecidedPatch & { readonly attachedAt: Date };
  readonly message: string;
  /** Commit of the branch so far; undefined for the first one. */
  readonly tip: string | undefined;
}

const committer = { name: 'Galley', email: 'galley@galley.invalid' };

/**
 * Writes the patch on its base as a commit that continues the branch. The same input gives the same commit, so a push
 * can be repeated after a crash. Throws `base_not_found` and `patch_does_not_apply`.
 */
export async function writeBranchCommit(
  repository: Repository,
  { patch, message, tip }: BranchCommit,
): Promise<string> {
  const { baseRevision, attachedBy, attachedAt } = patch;
  const { base, files } = await applyToBase(repository, baseRevision, readPatch(patch.text));
  const written = await writeFiles(repository, files);
  const tree = await writeChangedTree(repository, base, listChanges({ files: written }));
  const parents = await listParents(repository, baseRevision, tip);
  const author = createSignature(attachedBy, 'agent.galley.invalid');
  return repository.writeCommit({ tree, parents, message, author, committer, at: attachedAt });
}

/** A new base is merged into the branch, so that the pull request shows only the patch. */
async function listParents(
  repository: Repository,
  base: string,
  tip: string | undefined,
): Promise<string[]> {
  if (tip === undefined) return [base];
  return (await repository.isIn(base, tip)) ? [tip] : [tip, base];
}

/** Keeps the commit from `git gc`. Pushes and clones leave this ref out. */
export async function keepCommit(repository: Repository, proposalId: string, commit: string) {
  const ref = `refs/galley/proposals/${refName(proposalId)}`;
  await git.writeRef({ ...repository.at, ref, value: commit, force: true });
}

/** Such as `galley/run-1/01k…`. */
export function branchName(runId: string, proposalId: string): string {
  return `galley/${refName(runId)}/${refName(proposalId)}`;
}

function refName(id: string): string {
  const name = id.replaceAll(/[^A-Za-z0-9_-]+/g, '-').replace(/^-+/, '');
  return name.slice(0, 100) || 'x';
}
