import type { GitSnapshots } from '@galley/backup';
import type { contract } from '@galley/contract';
import type { Module } from '@galley/http';
import type { Actor } from '@galley/kernel';
import { presentGitSnapshot, presentLoggedSnapshot } from './present-git-snapshot.ts';

const defaultCount = 20;
const maxCommits = 200;

export interface GitBackupServices {
  readonly gitSnapshots: GitSnapshots;
}

export function gitBackupsHandlers({
  gitSnapshots,
}: GitBackupServices): Pick<Module<typeof contract.backups>, 'gitSnapshot' | 'gitLog'> {
  return {
    gitSnapshot: async ({ actor, body, note }) => {
      const snapshot = await gitSnapshots.take(body.message, authorOf(actor));
      const { hash, created, filesChanged, push } = snapshot;
      const details = { created, files_changed: filesChanged, ...(push && { pushed: push.ok }) };
      note({ target: hash, details });
      return presentGitSnapshot(snapshot);
    },

    gitLog: async ({ query }) => {
      const count = Math.min(query.count ?? defaultCount, maxCommits);
      return (await gitSnapshots.log(count)).map(presentLoggedSnapshot);
    },
  };
}

/** Git requires a name and an e-mail address for every author. */
function authorOf({ username, name, email }: Actor) {
  return { name: name || username, email: email || `${username}@localhost` };
}
