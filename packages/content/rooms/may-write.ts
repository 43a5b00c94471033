import { may, type Actor } from '@galley/kernel';
import type { RoomHead } from './room-repository.ts';

/** As `requireWritable`, by the row alone. */
export function mayWrite(
  actor: Actor,
  { author, assignee }: Pick<RoomHead, 'author' | 'assignee'>,
): boolean {
  const isOwn = author === actor.username || assignee === actor.username;
  return may(actor, 'documents.read', isOwn) && may(actor, 'documents.write', isOwn);
}
