import type { UserNamesReadModel } from '@galley/auth';
import type { ContentService, RevisionService } from '@galley/content';
import type { contract } from '@galley/contract';
import type { Module } from '@galley/http';
import {
  presentComparison,
  presentHistoryEntry,
  presentReceipt,
  presentRevision,
} from './present-revision.ts';

const maxEntries = 1_000;
const defaultEntries = 200;

export interface RevisionServices {
  readonly content: ContentService;
  readonly revisions: RevisionService;
  readonly userNames: UserNamesReadModel;
}

export function revisionsHandlers({
  content,
  revisions,
  userNames,
}: RevisionServices): Pick<
  Module<typeof contract.documents>,
  'history' | 'revision' | 'approvals' | 'diff'
> {
  return {
    history: async ({ actor, query: { path, limit, before } }) => {
      const page = { limit: Math.min(limit ?? defaultEntries, maxEntries), before };
      const entries = await content.history(actor, path, page);
      const names = await userNames.find(entries.map(({ author }) => author));
      return entries.map((entry) => presentHistoryEntry(entry, names));
    },

    revision: async ({ actor, query: { path, hash } }) =>
      presentRevision(await revisions.get(actor, path, hash)),

    approvals: async ({ actor, query: { path } }) =>
      (await revisions.approvals(actor, path)).map(presentReceipt),

    diff: async ({ actor, body }) => {
      const { path, left, right, left_path: leftPath, right_path: rightPath } = body;
      const compared =
        path === undefined
          ? // The contract requires either `path` or both of these.
            await revisions.compareDocuments(actor, { leftPath: leftPath!, rightPath: rightPath! })
          : await revisions.compare(actor, { path, left, right });
      return presentComparison(compared);
    },
  };
}
