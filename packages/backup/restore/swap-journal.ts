import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '@galley/kernel';

/**
 * Progress of a swap.
 *
 *     out ──▶ in ──▶ swapped ──▶ done        the new tree
 *      └──▶ back ◀┘ ────────────▶ done       the old tree
 *
 * `out`: the old entries are being moved aside. `in`: all are aside, and the new ones are being moved in; recovery
 * after a crash completes the new tree. `back`: a move failed, and the old tree is being put back. `swapped`: the new
 * tree is complete, and the old one may still be needed for a snapshot. `done`: the rest can be deleted.
 */
export type SwapState = 'out' | 'in' | 'back' | 'swapped' | 'done';

export interface SwapJournal {
  readonly state: SwapState;
  /** Top-level names of the old tree to move aside. */
  readonly out: readonly string[];
  /** Top-level names of the new tree to move in. */
  readonly in: readonly string[];
  /** User name of the person who restores. */
  readonly by: string;
  readonly backup: string;
  /** The current media stay in place, outside both trees. */
  readonly keepsMedia: boolean;
  /** Whether the old tree has changes that its snapshot lacks. */
  readonly isOutdated: boolean;
  /** Whether approval was required when the restore began; absent in journals of version 1.0. */
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
