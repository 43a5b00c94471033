import type { Database } from '@galley/database';
import type { IndexedDocument } from '../document/document.ts';
import type { Change } from '../store/change.ts';
import { requireFields } from '../store/custom-fields/require-fields.ts';
import { isRefusable, type DocumentGate } from '../store/document-gate.ts';
import type { ReconcilerOptions } from '../tree/reconciler-options.ts';

export interface GatedOptions extends ReconcilerOptions {
  /** By default, nothing else refuses a change. */
  readonly gate?: DocumentGate;
}

/**
 * The last checks before a change is committed. In a dry run, documents and files that fields name may still follow.
 *
 * @throws `invalid_fields`, errors of the gate
 */
export async function requireAccepted(
  { tree, settings, gate }: GatedOptions,
  connection: Database,
  {
    change,
    before,
    isDryRun = false,
  }: {
    readonly change: Change;
    readonly before: IndexedDocument | undefined;
    readonly isDryRun?: boolean;
  },
): Promise<void> {
  const isAsked = gate !== undefined && isRefusable(change);
  if (isAsked) await gate.prepare();
  const surroundings = { db: connection, tree, settings: settings(), mayFollow: isDryRun };
  await requireFields(change, surroundings);
  if (isAsked) await gate.check(change, before);
}
