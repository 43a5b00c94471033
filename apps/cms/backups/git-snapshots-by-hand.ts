import { realpath } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { AuditRepository } from '@galley/auth';
import { GitSnapshots, readGitLog, unsignedAuthor } from '@galley/backup';
import { systemActor, systemClock } from '@galley/kernel';
import { ShutdownStack, connectDatabase, requireProject, requireSameTree } from '@galley/service';
import { loadConfig } from '@galley/settings';
import type { ProjectOptions } from '../people/administer-users.ts';
import { gitRemote } from './git-remote.ts';
import { presentGitSnapshot, presentLoggedSnapshot } from './present-git-snapshot.ts';

export type GitSnapshotByHand = ReturnType<typeof presentGitSnapshot>;
export type GitLogEntry = ReturnType<typeof presentLoggedSnapshot>;

/**
 * The audit entry names the operating system account.
 * @throws the errors of `GitSnapshots.take`
 */
export async function takeGitSnapshot(
  options: ProjectOptions,
  message: string,
): Promise<GitSnapshotByHand> {
  const { config, root } = await contentOf(options);
  const cleanUp = new ShutdownStack(options.logger);
  try {
    const { logger } = options;
    const { db } = await connectDatabase({ config, logger, atEnd: cleanUp.add.bind(cleanUp) });
    await requireSameTree({ db, contentDirectory: root }, { needsTree: true });
    const snapshots = new GitSnapshots({ db, root, clock: systemClock, remote: gitRemote(config) });
    const snapshot = await snapshots.take(message, await unsignedAuthor(root));
    const { hash, created, filesChanged, push } = snapshot;
    await new AuditRepository({ db, clock: systemClock }).record({
      action: 'backup.git_snapshot',
      actor: systemActor.username,
      target: hash,
      outcome: 'success',
      address: '',
      requestId: '',
      details: {
        created,
        files_changed: filesChanged,
        ...(push && { pushed: push.ok }),
        by: 'command line',
        system_user: userInfo().username,
      },
    });
    return presentGitSnapshot(snapshot);
  } finally {
    await cleanUp.run();
  }
}

export async function listGitSnapshots(
  options: ProjectOptions,
  count: number,
): Promise<GitLogEntry[]> {
  const { root } = await contentOf(options);
  return (await readGitLog(root, count)).map(presentLoggedSnapshot);
}

async function contentOf(options: ProjectOptions) {
  requireProject(options.projectDirectory);
  const config = await loadConfig({ ...options, overlays: [...options.overlays], overrides: {} });
  return { config, root: await realpath(config.storage.contentDirectory) };
}
