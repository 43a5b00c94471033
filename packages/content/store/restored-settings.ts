import type { Database, Transaction } from '@galley/database';
import { ProjectFactsRepository } from './project-facts-repository.ts';

const fact = 'restored_settings';

/** These files do not count as an edit on disk. */
export interface RestoredSettings {
  readonly by: string;
  /** SHA-256 by path. */
  readonly sums: Readonly<Record<string, string>>;
}

export function noteRestoredSettings(
  transaction: Transaction,
  { by, sums }: { readonly by: string; readonly sums: ReadonlyMap<string, string> },
): Promise<void> {
  const settings = [...sums].filter(([path]) => path.startsWith('config/'));
  const noted: RestoredSettings = { by, sums: Object.fromEntries(settings) };
  return new ProjectFactsRepository(transaction).set(fact, noted);
}

export async function findRestoredSettings(db: Database): Promise<RestoredSettings | undefined> {
  const found = await new ProjectFactsRepository(db).find(fact);
  return (found as RestoredSettings | null | undefined) ?? undefined;
}

/** Call after they are audited: the same bytes then count as an edit on disk when they appear again. */
export function forgetRestoredSettings(db: Database): Promise<void> {
  return new ProjectFactsRepository(db).remove(fact);
}
