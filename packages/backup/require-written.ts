import { findUnwritten } from '@galley/content';
import type { Database } from '@galley/database';
import { backupProblems } from './problems.ts';

/** `what` names the copy in the message. @throws `backup_failed` while the content folder lacks a saved document */
export async function requireWritten(db: Database, what: string): Promise<void> {
  const path = await findUnwritten(db);
  if (path === undefined) return;
  throw backupProblems.backup_failed(
    `${what} would lack what was saved last: ${path} and perhaps others are not in the content folder yet, because it cannot be written. Make room or mend it; Galley then writes the files by itself.`,
    { path },
  );
}
