import type { Database, Transaction } from '@galley/database';
import type { SiteSettings } from '@galley/settings';
import { ProjectFactsRepository } from './project-facts-repository.ts';
import type { Baseline } from './external-change.ts';

const fact = 'restored_under_approval';

/** Also true until a tree restored under approval is indexed: a backup must not publish unapproved text. */
export async function isApprovalRequired(
  db: Database,
  { editorial }: SiteSettings,
): Promise<boolean> {
  return editorial.requireApproval || (await findRestoreUnderApproval(db)) !== undefined;
}

/** A restored tree has no baseline, even while the previous tree is still being scanned. */
export async function baselineInForce(
  db: Database,
  baseline: Baseline | undefined,
): Promise<Baseline | undefined> {
  if (baseline !== 'approval') return baseline;
  return (await findRestoreUnderApproval(db)) === undefined ? baseline : undefined;
}

/** Identifies the restore, so that a scan started before it does not end its effect. */
export function noteRestoreUnderApproval(transaction: Transaction, restore: string): Promise<void> {
  return new ProjectFactsRepository(transaction).set(fact, restore);
}

export async function findRestoreUnderApproval(db: Database): Promise<string | undefined> {
  const restore = await new ProjectFactsRepository(db).find(fact);
  return typeof restore === 'string' ? restore : undefined;
}

/** Call after a scan that found this restore at its start. */
export async function endRestoreUnderApproval(db: Database, restore: string): Promise<void> {
  if ((await findRestoreUnderApproval(db)) === restore)
    await new ProjectFactsRepository(db).remove(fact);
}
