import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Container } from 'dockerode';

export interface UploadTarget {
  /** In the container: a folder on a volume. */
  readonly path: string;
  /** Owner and group of the files; default: as in the folder. */
  readonly userId?: number;
}

/** Writes the files of a folder into a container that has not been started. */
export async function uploadFolder(
  container: Container,
  folder: string,
  { path, userId }: UploadTarget,
): Promise<void> {
  const owner = userId === undefined ? [] : ownerOptions(userId);
  const tar = spawn('tar', ['-C', folder, ...owner, '-cf', '-', '.'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = once(tar, 'close');
  await container.putArchive(tar.stdout, { path });
  const [code] = (await ended) as [number | null];
  if (code !== 0) throw new Error(`Packing the files of the agent failed (tar exit code ${code}).`);
}

/** The tar of macOS has other names for these options. */
function ownerOptions(userId: number): string[] {
  if (process.platform === 'darwin') return ['--uid', String(userId), '--gid', String(userId)];
  return [`--owner=${userId}`, `--group=${userId}`, '--numeric-owner'];
}
