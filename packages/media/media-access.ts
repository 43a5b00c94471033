import { may, type Actor, type Capability } from '@galley/kernel';
import type { MediaRecord } from './media-record.ts';
import { mediaProblems } from './problems.ts';

/** `act` completes "may not … media". */
export function requireMedia(actor: Actor, capability: Capability, act: string): void {
  const denied = [actor, ...(actor.within ?? [])].find((one) => !may(one, capability));
  if (!denied) return;
  throw mediaProblems.forbidden(
    `Your role (${denied.role}) may not ${act} media; that needs ${capability}.`,
  );
}

export function mediaNotFound(path: string): Error {
  return mediaProblems.not_found(`There is no media file ${JSON.stringify(path)}.`);
}

/** Throws `forbidden`. */
export function requireOwnMedia(actor: Actor, { path, uploadedBy }: MediaRecord): void {
  const mayChange = (one: Actor): boolean =>
    uploadedBy === one.username || may(one, 'media.lifecycle');
  if ([actor, ...(actor.within ?? [])].every(mayChange)) return;
  throw mediaProblems.forbidden(
    `${path} was uploaded by ${uploadedBy}. Changing files of others needs media.lifecycle.`,
  );
}

/** Throws `in_use`. */
export function requireUnused(path: string, count: number): void {
  if (count === 0) return;
  const documents = count === 1 ? 'One document uses' : `${count} documents use`;
  throw mediaProblems.in_use(
    `${documents} ${path}. Remove it from there first, or set "force" to proceed anyway.`,
    { count },
  );
}
