import { mayComment, type CommentAction, type CommentRoles } from '@galley/editorial';
import { may, type Actor } from '@galley/kernel';
import type { IndexedDocument } from '../document/document.ts';
import { contentProblems } from '../document/problems.ts';
import { owns } from '../workflow/document-access.ts';

export interface AuthoredThing {
  readonly author: string;
}

/** For a caller who may read the document. */
export function rolesOf(
  actor: Actor,
  indexed: IndexedDocument,
  { author }: AuthoredThing,
): CommentRoles {
  return {
    author: author === actor.username,
    commenter: may(actor, 'documents.comment', owns(actor, indexed)),
    writer: may(actor, 'documents.write', owns(actor, indexed)),
    administrator: actor.grants.has('*'),
  };
}

const refusals: Readonly<Record<CommentAction, string>> = {
  reply: 'You cannot reply here.',
  resolve:
    'Only the person who began the thread, and people who may change the document, can resolve or reopen it.',
  edit_comment: 'Only its author can edit a comment.',
  delete_comment: 'Only its author or an administrator can delete a comment.',
  delete_thread: 'Only the person who began the thread, or an administrator, can delete it.',
  accept: 'Only people who may change the document can accept suggestions.',
  reject: 'Only people who may change the document can reject suggestions.',
};

/** @throws `forbidden` */
export function requireRight(
  action: CommentAction,
  actor: Actor,
  { indexed, of: thing }: { readonly indexed: IndexedDocument; readonly of: AuthoredThing },
): void {
  if (!mayComment(action, rolesOf(actor, indexed, thing)))
    throw contentProblems.forbidden(refusals[action]);
}

/** The caller may read the document. @throws `forbidden` */
export function requireCommenter(actor: Actor, indexed: IndexedDocument): void {
  if (may(actor, 'documents.comment', owns(actor, indexed))) return;
  throw contentProblems.forbidden(`Your role (${actor.role}) cannot comment on this document.`);
}
