import type { WorkingCopyOf, WorkingCopyService } from '@galley/content';
import type { contract } from '@galley/contract';
import type { Module } from '@galley/http';
import {
  presentWorkingCopy,
  presentWorkingCopyState,
  presentWorkingCopySummary,
} from './present-working-copy.ts';

export function workingCopiesHandlers({
  workingCopies,
}: {
  readonly workingCopies: WorkingCopyService;
}): Pick<
  Module<typeof contract.documents>,
  'keepWorkingCopy' | 'workingCopy' | 'workingCopies' | 'discardWorkingCopy'
> {
  return {
    keepWorkingCopy: async ({ actor, body }) => {
      const { content, frontmatter = null, base_revision: baseRevision } = body;
      const of = namedBy(body);
      const text = { content, frontmatter };
      const state = await workingCopies.store(
        actor,
        of.path === undefined
          ? { ...of, ...text }
          : { ...of, ...text, baseRevision: baseRevision! },
      );
      const { path = null, draft_key = null } = body;
      return { ...presentWorkingCopyState(state), path, draft_key };
    },

    workingCopy: async ({ actor, query }) => {
      const copy = await workingCopies.find(actor, namedBy(query));
      return { working_copy: copy ? presentWorkingCopy(copy) : null };
    },

    workingCopies: async ({ actor }) =>
      (await workingCopies.list(actor)).map(presentWorkingCopySummary),

    discardWorkingCopy: async ({ actor, body }) => {
      await workingCopies.discard(actor, namedBy(body));
      return { ok: true };
    },
  };
}

interface Named {
  readonly path?: string | undefined;
  readonly draft_key?: string | undefined;
}

/** The contract requires exactly one of the two. */
function namedBy({ path, draft_key: draftKey }: Named): WorkingCopyOf {
  return draftKey === undefined ? { path: path! } : { draftKey };
}
