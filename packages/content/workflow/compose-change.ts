import {
  editorialBlock,
  factsAfter,
  type EditorialEvent,
  type ScheduleChange,
} from '@galley/editorial';
import { newId, type Actor } from '@galley/kernel';
import type { SiteSettings } from '@galley/settings';
import { signedBy, type Change } from '../store/change.ts';
import type { DocumentLocation, IndexedDocument, ReadDocument } from '../document/document.ts';
import { editSource } from '../document/frontmatter/edit-source.ts';
import { readNewText } from '../document/read-document.ts';

interface DecidedStep extends Pick<
  Change,
  'decision' | 'kind' | 'message' | 'assignment' | 'alongside' | 'writes' | 'record'
> {
  /** Defaults to the actor's. */
  readonly onBehalfOf?: Change['onBehalfOf'];
}

export interface TextStep extends DecidedStep {
  readonly text: string;
  readonly values?: Readonly<Record<string, unknown>>;
  readonly schedule?: ScheduleChange;
  readonly event?:
    | (Pick<EditorialEvent, 'action' | 'note'> & { readonly details?: EditorialEvent['details'] })
    | undefined;
}

export interface FileStep extends DecidedStep, Pick<Change, 'document' | 'trashPath'> {
  /** Absent when the file has to be written. */
  readonly file?: Change['file'];
}

export type Step = TextStep | FileStep;

export interface StepContext {
  readonly actor: Actor;
  readonly at: Date;
  readonly before: IndexedDocument | undefined;
  /** Oldest first. */
  readonly events: readonly EditorialEvent[];
  readonly place: DocumentLocation;
  readonly maxBytes: number;
  readonly settings: SiteSettings;
}

export function composeChange(step: Step, context: StepContext): Change {
  const { author, onBehalfOf } = signedBy(context.actor);
  const signature = {
    author,
    onBehalfOf: step.onBehalfOf === undefined ? onBehalfOf : step.onBehalfOf,
    at: context.at,
  };
  if ('document' in step) return { ...step, ...signature, file: step.file ?? null };
  const { kind } = context.actor;
  const asksForReview = kind === 'user' && step.event?.action === 'request_review';
  return { ...withServerKeys({ ...step, ...signature }, context), asksForReview };
}

/** Sets the state only where the file does not say it, and the `editorial` block regardless of the text. */
function withServerKeys(
  {
    text,
    values = {},
    schedule = {},
    event: happened,
    ...step
  }: TextStep & Pick<Change, 'author' | 'onBehalfOf' | 'at'>,
  { before, events, place, ...limits }: StepContext,
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
  const facts = factsAfter(before?.editorial, { ...step, revision });
  const editorial = editorialBlock(facts, event ? [...events, event] : events);
  const stateChanged = status !== decision.status;
  const whole = editSource(signed, {
    set: { ...(editorial && { editorial }), ...(stateChanged && { workflow: decision.status }) },
    remove: [...(editorial ? [] : ['editorial']), ...(stateChanged ? ['draft'] : [])],
  });
  return { ...step, document: read(whole), event, file: null };
}
