import type { EditLockService, EditorialService, Settled } from '@galley/content';
import { presentDetail } from '../present-document.ts';

export interface DetailSources {
  readonly editLocks: EditLockService;
  readonly editorial: EditorialService;
  /** The document's body as HTML. */
  readonly renderBody: (document: Settled) => Promise<string>;
}

/** What the API says of one document, from everywhere that it is known. */
export function detailFrom({ editLocks, editorial, renderBody }: DetailSources) {
  return async (document: Settled) =>
    presentDetail(document, {
      htmlBody: await renderBody(document),
      lock: await editLocks.find(document.indexed),
      editorial: await editorial.stateOf(document),
    });
}
