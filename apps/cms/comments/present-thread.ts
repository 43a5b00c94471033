import type { UserNames } from '@galley/auth';
import { guestAuthor, rolesOf, type Comment, type LocatedThread } from '@galley/content';
import type { IndexedDocument } from '@galley/content';
import type { AnswerOf, contract } from '@galley/contract';
import { mayComment } from '@galley/editorial';
import type { Actor } from '@galley/kernel';

type WireThread = AnswerOf<typeof contract.comments.list>['items'][number];

interface Viewed {
  readonly actor: Actor;
  readonly indexed: IndexedDocument;
}

export function presentThread(thread: LocatedThread, viewed: Viewed): WireThread {
  const { passage, createdAt, decidedBy, decidedAt, state } = thread;
  const roles = rolesOf(viewed.actor, viewed.indexed, thread);
  const isSuggestion = thread.kind === 'suggestion';
  return {
    id: thread.id,
    kind: thread.kind,
    state: state === 'withdrawn' ? 'rejected' : state,
    author: accountOf(thread.author),
    created_at: createdAt.toISOString(),
    quote: thread.anchor?.quote ?? null,
    replacement: thread.replacement,
    ...presentPassage(passage),
    comments: thread.comments.map((comment) => presentComment(comment, viewed)),
    comment_count: thread.commentCount,
    decided_by: decidedBy,
    decided_at: decidedAt?.toISOString() ?? null,
    may_reply: mayComment('reply', roles),
    may_resolve: !isSuggestion && mayComment('resolve', roles),
    may_delete: mayComment('delete_thread', roles),
    may_decide: isSuggestion && state === 'open' && mayComment('accept', roles),
  };
}

function presentPassage({ state, range, text }: LocatedThread['passage']) {
  return {
    passage: state,
    from: range?.from ?? null,
    to: range?.to ?? null,
    current_text: text,
  };
}

function presentComment(comment: Comment, { actor, indexed }: Viewed) {
  const roles = rolesOf(actor, indexed, comment);
  return {
    id: comment.id,
    author: accountOf(comment.author),
    guest_name: comment.guestName,
    body: comment.body,
    created_at: comment.createdAt.toISOString(),
    edited_at: comment.editedAt?.toISOString() ?? null,
    may_edit: mayComment('edit_comment', roles),
    may_delete: mayComment('delete_comment', roles),
  };
}

function accountOf(author: string): string | null {
  return author === guestAuthor ? null : author;
}

/** Everybody named in the threads. */
export function peopleIn(threads: readonly LocatedThread[]): string[] {
  const named = threads.flatMap(({ author, decidedBy, comments }) => [
    author,
    ...(decidedBy === null ? [] : [decidedBy]),
    ...comments.map((comment) => comment.author),
  ]);
  return [...new Set(named)];
}

export function presentNames(names: UserNames): Record<string, string> {
  return Object.fromEntries(
    [...names].flatMap(([username, name]) => (name ? [[username, name]] : [])),
  );
}
