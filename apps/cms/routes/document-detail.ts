import type {
  EditLockService,
  EditorialService,
  Settled,
  WorkingCopyService,
} from '@galley/content';
import type { Actor } from '@galley/kernel';
import { presentDetail } from '../present-document.ts';

export interface DetailSources {
  readonly editLocks: EditLockService;
  readonly editorial: EditorialService;
  readonly workingCopies: WorkingCopyService;
  /** The document's body as HTML. */
  readonly renderBody: (document: Settled) => Promise<string>;
}

/** What the API says of one document to somebody, from everywhere that it is known. */
export function detailFrom({ editLocks, editorial, workingCopies, renderBody }: DetailSources) {
  return async (actor: Actor, document: Settled) =>
    presentDetail(document, {
      htmlBody: await renderBody(document),
      lock: await editLocks.find(document.indexed),
      editorial: await editorial.stateOf(document),
      workingCopy: await workingCopies.stateOf(actor, document.indexed),
    });
}
