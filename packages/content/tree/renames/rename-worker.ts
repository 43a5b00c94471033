import { renameSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { versionAt } from './file-version.ts';
import type { Rename, Renamed } from './rename-thread.ts';

function rename({ from, to, unchanged }: Rename): Renamed {
  try {
    // In one go: no file system lets us look and rename in one step, so as little as possible comes between.
    if (versionAt(unchanged.path) !== unchanged.version) return { isDone: false };
    renameSync(from, to);
    return { isDone: true };
  } catch (error) {
    // Of an error that goes to another thread as it is, nothing but its words would come.
    return { error: { ...(error as NodeJS.ErrnoException), message: (error as Error).message } };
  }
}

parentPort!.on('message', (asked: Rename) => parentPort!.postMessage(rename(asked)));
