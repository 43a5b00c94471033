import { httpProblems } from '@galley/http';
import { may, type Actor } from '@galley/kernel';

/** An import may do what the person who starts it may do. */
export function requireRights(actor: Actor, publish: boolean): void {
  const needed = [
    'documents.create',
    'documents.write',
    'media.write',
    ...(publish ? (['documents.publish'] as const) : []),
  ] as const;
  const missing = needed.filter((capability) => !may(actor, capability, false));
  if (missing.length === 0) return;
  throw httpProblems.forbidden(
    `Importing${publish ? ' and publishing' : ''} also needs ${missing.join(', ')}.`,
  );
}
