import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '@galley/kernel';

/**
 * How far a swap is.
 *
 *     out ──▶ in ──▶ swapped ──▶ done        the new tree
 *      └──▶ back ◀┘ ────────────▶ done       the old tree
 *
 * `out`: the old entries are being moved aside. `in`: all are aside, and the new ones are being moved in; from here on a
 * process that finds this goes on to the new tree. `back`: a move failed, and the old tree is being put back.
 * `swapped`: the new tree is whole, and the old one may still be wanted. `done`: what is left can be thrown away.
 */
export type SwapState = 'out' | 'in' | 'back' | 'swapped' | 'done';

/** What a swap has to know after a crash. */
export interface SwapJournal {
  readonly state: SwapState;
  /** Names at the top of the old tree that are moved aside. */
  readonly out: readonly string[];
  /** Names at the top of the new tree that are moved in. */
  readonly in: readonly string[];
  /** Who restores. */
  readonly by: string;
  /** The backup that is restored. */
  readonly backup: string;
  /** The media that were there stayed, and are in neither of the two trees. */
  readonly keepsMedia: boolean;
  /** Something in the old tree is not in the snapshot that was made of it before. */
  readonly isOutdated: boolean;
  /** Approval was required when the restore began; absent in journals of version 1.0. */
  readonly requireApproval?: boolean;
}

const journalName = 'journal.json';

/** Undefined when nothing has been moved yet. */
export async function readJournal(folder: string): Promise<SwapJournal | undefined> {
  try {
    return JSON.parse(await readFile(join(folder, journalName), 'utf8')) as SwapJournal;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** When it resolves, the state is what every later process finds. */
export async function writeJournal(folder: string, journal: SwapJournal): Promise<void> {
  await replaceFile(join(folder, journalName), JSON.stringify(journal));
}
