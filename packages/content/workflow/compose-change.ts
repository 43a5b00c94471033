import {
  editorialBlock,
  factsAfter,
  type EditorialEvent,
  type ScheduleChange,
} from '@galley/editorial';
import { newId } from '@galley/kernel';
import type { SiteSettings } from '@galley/settings';
import type { Change } from '../store/change.ts';
import type { DocumentPlace, IndexedDocument, ReadDocument } from '../document/document.ts';
import { editSource } from '../document/frontmatter/edit-source.ts';
import { readNewText } from '../document/read-document.ts';

/** What there was before a step. */
export interface Before {
  /** Undefined for a document that is being created. */
  readonly indexed: IndexedDocument | undefined;
  /** In the order in which they happened. */
  readonly events: readonly EditorialEvent[];
}

/** A decided step, whose text does not have the server's own keys brought up to date yet. */
export interface Step extends Omit<Change, 'document' | 'file' | 'event'> {
  readonly text: string;
  /** The server's keys that it sets: author, last editor and times. */
  readonly values?: Readonly<Record<string, unknown>>;
  readonly schedule?: ScheduleChange;
  readonly event?: Pick<EditorialEvent, 'action' | 'note'> & {
    readonly details?: EditorialEvent['details'];
  };
}

/** Where the text of a step goes, and what it has to fit. */
export interface WrittenTo {
  readonly place: DocumentPlace;
  readonly maxBytes: number;
  readonly settings: SiteSettings;
}

/**
 * The change that a step makes, with everything in the file that only the server writes: `values`, the state where
 * the file does not say it, and `editorial` as it is and not as the text has it.
 */
export function composeChange(
  { indexed, events }: Before,
  { text, values = {}, schedule = {}, event: happened, ...step }: Step,
  { place, ...limits }: WrittenTo,
): Change {
  const read = (written: string): ReadDocument => readNewText(place, written, limits);
  const times = Object.entries(schedule);
  const signed = editSource(text, {
    set: {
      ...values,
      ...Object.fromEntries(times.flatMap(([key, time]) => (time ? [[key, time.text]] : []))),
    },
    remove: times.flatMap(([key, time]) => (time ? [] : [key])),
  });
  const { revision, status } = read(signed);
  const { author: actor, at, decision } = step;
  const event = happened && { id: newId(), actor, at, revision, details: {}, ...happened };
  const facts = factsAfter(indexed?.editorial, { ...step, revision });
  const editorial = editorialBlock(facts, event ? [...events, event] : events);
  const stateChanged = status !== decision.status;
  const whole = editSource(signed, {
    set: { ...(editorial && { editorial }), ...(stateChanged && { workflow: decision.status }) },
    remove: [...(editorial ? [] : ['editorial']), ...(stateChanged ? ['draft'] : [])],
  });
  return { ...step, document: read(whole), event, file: null };
}
