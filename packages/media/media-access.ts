import { may, type Actor, type Capability } from '@galley/kernel';
import type { MediaRecord } from './media-record.ts';
import { mediaProblems } from './problems.ts';

/** Refuses as `forbidden` who does not have the capability; `act` completes "may not … media". */
export function requireMedia(actor: Actor, capability: Capability, act: string): void {
  const barred = [actor, ...(actor.within ?? [])].find((one) => !may(one, capability));
  if (!barred) return;
  throw mediaProblems.forbidden(
    `Your role (${barred.role}) may not ${act} media; that needs ${capability}.`,
  );
}

export function mediaNotFound(path: string): Error {
  return mediaProblems.not_found(`There is no media file ${JSON.stringify(path)}.`);
}

/** Refuses, as `forbidden`, a change of a file that somebody else uploaded. */
export function requireOwnMedia(actor: Actor, { path, uploadedBy }: MediaRecord): void {
  const mayChange = (one: Actor): boolean =>
    uploadedBy === one.username || may(one, 'media.lifecycle');
  if ([actor, ...(actor.within ?? [])].every(mayChange)) return;
  throw mediaProblems.forbidden(
    `${path} was uploaded by ${uploadedBy}. Changing files of others needs media.lifecycle.`,
  );
}

/** Refuses as `in_use` what so many documents name. */
export function refuseInUse(path: string, count: number): void {
  if (count === 0) return;
  const documents = count === 1 ? 'One document uses' : `${count} documents use`;
  throw mediaProblems.in_use(
    `${documents} ${path}. Take it out of there first, or say with "force" that it is to be done anyway.`,
    { count },
  );
}
