import type { Database } from '@galley/database';
import type { Actor } from '@galley/kernel';
import type { ReadDocument } from '../document/document.ts';
import { takenOver } from '../document/suggested-text.ts';
import type { DocumentContext } from '../store/document-context-read-model.ts';
import { SuggestionRepository } from '../store/suggestion-repository.ts';
import { signedBy } from '../store/change.ts';
import type { Step } from './compose-change.ts';

interface Changing {
  readonly actor: Actor;
  readonly document: {
    readonly connection: Database;
    readonly current: Pick<ReadDocument, 'text'>;
    readonly now: Date;
  };
  readonly context: DocumentContext;
}

/**
 * People whose suggestions the new text takes over have written it as well: they become contributors, so they cannot approve
 * it (ADD-SUG-3). The rows and both texts decide, whatever the client says.
 */
export function withSuggesters(step: Step, { actor, document, context }: Changing): Step {
  if (!('text' in step)) return step;
  const { connection, current, now: at } = document;
  const taken = takenOver(context.suggestions, current.text ?? '', step.text);
  if (taken.length === 0) return step;
  const { onBehalfOf = signedBy(actor).onBehalfOf } = step;
  const names = new Set([...(onBehalfOf ?? []), ...taken.map(({ author }) => author)]);
  names.delete(actor.username);
  const ids = taken.filter(({ isOpen, isWhole }) => isOpen && isWhole).map(({ id }) => id);
  const accepted = new SuggestionRepository(connection).acceptance(ids, {
    by: actor.username,
    at,
  });
  return {
    ...step,
    // Unknown names deny more than known ones.
    onBehalfOf: onBehalfOf === null ? null : [...names].sort(),
    writes: [...(step.writes ?? []), ...(ids.length > 0 ? [accepted] : [])],
  };
}
