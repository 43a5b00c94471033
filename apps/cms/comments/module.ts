import type { UserNamesReadModel } from '@galley/auth';
import type { CommentService, FoundThread, SuggestionService } from '@galley/content';
import type { contract } from '@galley/contract';
import type { Module } from '@galley/http';
import type { Actor, AuditEvent } from '@galley/kernel';
import type { Write } from '@galley/database';
import { pageOf, paging } from '../paging.ts';
import { peopleIn, presentNames, presentThread } from './present-thread.ts';

interface CommentServices {
  readonly comments: CommentService;
  readonly suggestions: SuggestionService;
  readonly userNames: UserNamesReadModel;
  readonly auditInsertion: (event: AuditEvent | undefined) => Write | undefined;
}

export function commentsModule({
  comments,
  suggestions,
  userNames,
  auditInsertion,
}: CommentServices): Module<typeof contract.comments> {
  const present = async (actor: Actor, { thread, document: { indexed } }: FoundThread) => ({
    revision: indexed.revision,
    thread: presentThread(thread, { actor, indexed }),
    names: presentNames(await userNames.find(peopleIn([thread]))),
  });
  return {
    list: async ({ actor, query: { path, state: states = 'open', page, limit } }) => {
      const pages = paging(page, limit, { default: 100, max: 200 });
      const found = await comments.list(actor, { path, states, ...pages });
      const { indexed } = found.document;
      const items = found.items.map((thread) => presentThread(thread, { actor, indexed }));
      const names = presentNames(await userNames.find(peopleIn(found.items)));
      const { revision, open, total } = found;
      return { revision, open, names, ...pageOf(items, pages, total) };
    },

    thread: async ({ actor, query }) => present(actor, await comments.get(actor, query.thread)),

    add: async ({ actor, body }) => present(actor, await comments.add(actor, body)),

    reply: async ({ actor, body: { thread, body } }) =>
      present(actor, await comments.reply(actor, thread, body)),

    edit: async ({ actor, body: { id, body } }) =>
      present(actor, await comments.edit(actor, id, body)),

    remove: async ({ actor, body: { id } }) => {
      await comments.removeComment(actor, id);
      return { ok: true };
    },

    removeThread: async ({ actor, body: { thread }, note }) => {
      note({ details: { path: await comments.removeThread(actor, thread) } });
      return { ok: true };
    },

    resolve: async ({ actor, body: { thread, resolved } }) =>
      present(actor, await comments.setState(actor, thread, resolved ? 'resolved' : 'open')),

    accept: async ({ actor, body: { path, threads, lock_token: lockToken }, note, entryWith }) => {
      const { indexed } = await suggestions.accept(actor, {
        path,
        ids: threads,
        lockToken,
        record: ({ revision, status }) =>
          auditInsertion(entryWith({ details: { revision, status, suggestions: threads } })),
      });
      const { revision, status } = indexed;
      note({ details: { revision, status, suggestions: threads } });
      return { ok: true, revision };
    },

    reject: async ({ actor, body: { path, threads: ids }, note }) => {
      const { indexed } = await suggestions.reject(actor, { path, ids });
      note({ details: { suggestions: ids } });
      return { ok: true, revision: indexed.revision };
    },
  };
}
