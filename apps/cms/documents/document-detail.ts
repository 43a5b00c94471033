import type { UserNamesReadModel } from '@galley/auth';
import type {
  EditLockService,
  EditorialService,
  ReconciledDocument,
  WorkingCopyService,
} from '@galley/content';
import type { EditorialEvent } from '@galley/editorial';
import type { Actor } from '@galley/kernel';
import { namedIn, presentDetail } from './present-document.ts';

export interface DetailSources {
  readonly editLocks: EditLockService;
  readonly editorial: EditorialService;
  readonly workingCopies: WorkingCopyService;
  readonly userNames: UserNamesReadModel;
  readonly renderBody: (document: ReconciledDocument) => Promise<string>;
}

export function detailFrom(sources: DetailSources) {
  const { editLocks, editorial, workingCopies, userNames, renderBody } = sources;
  return async (actor: Actor, document: ReconciledDocument) => {
    const { indexed } = document;
    const state = await editorial.stateOf(document);
    const lastChange = await editorial.lastChangeOf(document);
    const lock = await editLocks.find(indexed);
    return presentDetail(document, {
      htmlBody: await renderBody(document),
      lock,
      editorial: state,
      lastChange,
      names: await userNames.find([
        ...namedIn({ ...indexed, reviewRequest: null, lastChange: lastChange ?? null }),
        ...state.events.flatMap(namedInEvent),
        ...state.contributors,
        indexed.editorial.firstApproval?.by ?? null,
        lock?.holder ?? null,
      ]),
      workingCopy: await workingCopies.stateOf(actor, indexed),
    });
  };
}

function namedInEvent({ actor, details }: EditorialEvent): string[] {
  const assigned = Object.values(details).filter((name) => typeof name === 'string');
  return [actor, ...assigned];
}
