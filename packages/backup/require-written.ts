import { findUnwritten } from '@galley/content';
import type { Database } from '@galley/database';
import { backupProblems } from './problems.ts';

/** `what` names the copy in the message. @throws `backup_failed` while the content folder lacks a saved document */
export async function requireWritten(db: Database, what: string): Promise<void> {
  const path = await findUnwritten(db);
  if (path === undefined) return;
  throw backupProblems.backup_failed(
    `${what} would be incomplete: ${path} and perhaps others are saved but not written to the content folder yet, because it is not writable. Free disk space or repair the folder; Galley then writes the files automatically.`,
    { path },
  );
}
