import { contract } from '@galley/contract';
import type { WorkingCopyOf, WorkingCopyService } from '@galley/content';
import type { OperationRouter } from '@galley/http';
import {
  presentWorkingCopy,
  presentWorkingCopyState,
  presentWorkingCopySummary,
} from '../present-working-copy.ts';

export function mountWorkingCopies(
  router: OperationRouter,
  { workingCopies }: { readonly workingCopies: WorkingCopyService },
): void {
  router.mount(contract.documents.keepWorkingCopy, async ({ actor, body }) => {
    const { content, frontmatter = null, base_revision: baseRevision } = body;
    const of = namedBy(body);
    const text = { content, frontmatter };
    const state = await workingCopies.keep(
      actor,
      of.path === undefined ? { ...of, ...text } : { ...of, ...text, baseRevision: baseRevision! },
    );
    const { path = null, draft_key = null } = body;
    return { ...presentWorkingCopyState(state), path, draft_key };
  });

  router.mount(contract.documents.workingCopy, async ({ actor, query }) => {
    const copy = await workingCopies.find(actor, namedBy(query));
    return { working_copy: copy ? presentWorkingCopy(copy) : null };
  });

  router.mount(contract.documents.workingCopies, async ({ actor }) =>
    (await workingCopies.list(actor)).map(presentWorkingCopySummary),
  );

  router.mount(contract.documents.discardWorkingCopy, async ({ actor, body }) => {
    await workingCopies.discard(actor, namedBy(body));
    return { ok: true };
  });
}

interface Named {
  readonly path?: string | undefined;
  readonly draft_key?: string | undefined;
}

/** The contract takes exactly one of the two. */
function namedBy({ path, draft_key: draftKey }: Named): WorkingCopyOf {
  return draftKey === undefined ? { path: path! } : { draftKey };
}
