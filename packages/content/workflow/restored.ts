import type { Actor } from '@galley/kernel';
import type { SiteSettings } from '@galley/settings';
import { signedBy, type Change } from '../store/change.ts';
import { composeChange, type Before } from './compose-change.ts';
import type { IndexedDocument, ReadDocument, RetainedEntry } from '../document/document.ts';
import { knownValues } from '../document/known-values.ts';
import { readNewText } from '../document/read-document.ts';
import { readableText } from '../document/readable-text.ts';
import { withServerKeys } from '../document/save-edit.ts';

interface Restored extends Pick<Before, 'events'> {
  readonly indexed: IndexedDocument;
  readonly current: ReadDocument;
}

interface RestoredSnapshot extends Restored {
  readonly snapshot: {
    readonly entry: RetainedEntry;
    readonly document: ReadDocument;
    /** Who had a part in it, where nobody has approved it. */
    readonly unapprovedOf: readonly string[];
  };
}

interface Circumstances {
  readonly actor: Actor;
  readonly at: Date;
  readonly maxBytes: number;
  readonly settings: SiteSettings;
}

/** Whatever is restored is to be reviewed afresh (CMS-ST-9, GAP-DOC-13). */
const asDraft = {
  decision: { status: 'draft', publication: 'keep', approval: 'clear' },
  kind: 'restore',
} as const;

/** A document as it comes back from the trash: nobody edited it, so that only its state changes in the file. */
export function restoredFromTrash(
  { indexed, events, current }: Restored,
  { actor, at, ...limits }: Circumstances,
): Change {
  const step = { ...asDraft, ...signedBy(actor), message: 'Restored from the trash', at };
  if (current.problem) {
    // Nobody can tell what a broken file says of its state; it is as it was, and a draft.
    return { ...step, document: { ...current, metadata: indexed.metadata }, file: null };
  }
  const text = readableText(current);
  return composeChange({ indexed, events }, { ...step, text }, { place: current.place, ...limits });
}

/** A living document with the text of an earlier snapshot. Who made it and when stays; who restores another text edits it. */
export function restoredSnapshot(
  { indexed, events, current, snapshot: { entry, document, unapprovedOf } }: RestoredSnapshot,
  { actor, at, ...limits }: Circumstances,
): Change {
  const values = current.problem ? knownValues(indexed.metadata) : current.values;
  const text = withServerKeys(readableText(document), values);
  const isEdit = readNewText(indexed.place, text, limits).revision !== indexed.revision;
  const step = {
    ...asDraft,
    text,
    values: isEdit ? { last_editor: actor.username, updated_at: at.toISOString() } : {},
    ...signedBy({ ...actor, onBehalfOf: actor.onBehalfOf ?? unapprovedOf }),
    message: `Restored as it was on ${entry.at.toISOString()}`,
    at,
  };
  return composeChange({ indexed, events }, step, { place: indexed.place, ...limits });
}
