import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '@galley/kernel';

/**
 *     out ──▶ in ──▶ swapped ──▶ done        the new tree
 *      └──▶ back ◀┘ ────────────▶ done       the old tree
 *
 * `out`: the old entries are being moved aside. `in`: the new ones are being moved in, also by recovery after a crash.
 * `back`: a move failed. `swapped`: a snapshot may still need the old tree. `done`: the rest can be deleted.
 */
export type SwapState = 'out' | 'in' | 'back' | 'swapped' | 'done';

export interface SwapJournal {
  readonly state: SwapState;
  readonly out: readonly string[];
  readonly in: readonly string[];
  readonly by: string;
  readonly backup: string;
  /** The current media stay, outside both trees. */
  readonly keepsMedia: boolean;
  /** The old tree has changes that its snapshot lacks. */
  readonly isOutdated: boolean;
  /** When the restore began; absent in journals of version 1.0. */
  readonly requireApproval?: boolean;
}

const journalName = 'journal.json';

/** `undefined` before the first move. */
export async function readJournal(folder: string): Promise<SwapJournal | undefined> {
  try {
    return JSON.parse(await readFile(join(folder, journalName), 'utf8')) as SwapJournal;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

export async function writeJournal(folder: string, journal: SwapJournal): Promise<void> {
  await replaceFile(join(folder, journalName), JSON.stringify(journal));
}
