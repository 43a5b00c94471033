import type { IndexedDocument } from '../document/document.ts';
import type { DomainEventType, NewDomainEvent } from '@galley/kernel';
import type { Comment } from './thread.ts';

type AboutComments = Extract<DomainEventType, `comment.${string}`>;

interface Happened {
  readonly indexed: IndexedDocument;
  readonly actor: string;
  readonly at: Date;
}

/** Without text: pages that show threads load them again (ADD-CMT-8). */
export function threadChanged(happened: Happened): NewDomainEvent {
  return eventOf('comment.changed', happened, {});
}

/** `comment.mentioned` for people after `@`, `comment.added` for others who take part. Their text is the note of the notice. */
export function commentAdded(
  happened: Happened,
  comment: Comment,
  { mentioned, involved }: { mentioned: readonly string[]; involved: readonly string[] },
): NewDomainEvent[] {
  const facts = { thread: comment.threadId, note: excerptOf(comment) };
  const others = involved.filter((name) => !mentioned.includes(name));
  return [
    eventOf('comment.added', happened, { ...facts, names: others }),
    ...(mentioned.length > 0
      ? [eventOf('comment.mentioned', happened, { ...facts, names: mentioned })]
      : []),
  ];
}

const maxExcerpt = 200;

function excerptOf({ body, guestName }: Comment): string {
  const words = body.replace(/\s+/g, ' ');
  const text = words.length > maxExcerpt ? `${words.slice(0, maxExcerpt).toWellFormed()}…` : words;
  return guestName === null ? text : `Guest ${guestName}: ${text}`;
}

function eventOf(
  type: AboutComments,
  { indexed: { documentId, place, metadata }, actor, at }: Happened,
  data: object,
): NewDomainEvent {
  const { path } = place;
  const owner = metadata.author;
  return { type, at, actor, subject: path, data: { document_id: documentId, owner, ...data } };
}
