import type { GitSnapshots } from '@galley/backup';
import { contract } from '@galley/contract';
import type { OperationRouter } from '@galley/http';
import type { Actor } from '@galley/kernel';
import { presentGitSnapshot, presentLoggedSnapshot } from '../present-git-snapshot.ts';

const usualCount = 20;
const mostCommits = 200;

export function mountGitBackups(
  router: OperationRouter,
  { gitSnapshots }: { readonly gitSnapshots: GitSnapshots },
): void {
  router.mount(contract.backups.gitSnapshot, async ({ actor, body, note }) => {
    const snapshot = await gitSnapshots.take(body.message, authorOf(actor));
    const { hash, created, filesChanged, push } = snapshot;
    const details = { created, files_changed: filesChanged, ...(push && { pushed: push.ok }) };
    note({ target: hash, details });
    return presentGitSnapshot(snapshot);
  });

  router.mount(contract.backups.gitLog, async ({ query }) => {
    const count = Math.min(query.count ?? usualCount, mostCommits);
    return (await gitSnapshots.log(count)).map(presentLoggedSnapshot);
  });
}

/** Git has nobody without a name and an address. */
function authorOf({ username, name, email }: Actor) {
  return { name: name || username, email: email || `${username}@localhost` };
}
