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

/** The last checks before a change is committed. @throws `invalid_fields`, errors of the gate */
export async function requireAccepted(
  { tree, settings, gate }: GatedOptions,
  connection: Database,
  { change, before }: { readonly change: Change; readonly before: IndexedDocument | undefined },
): Promise<void> {
  const isAsked = gate !== undefined && isRefusable(change);
  if (isAsked) await gate.prepare();
  await requireFields(change, { db: connection, tree, settings: settings() });
  if (isAsked) await gate.check(change, before);
}
