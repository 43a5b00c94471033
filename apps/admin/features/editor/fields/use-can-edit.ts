import { useSession } from '../../../app/session.ts';
import { hasDocumentCapability } from '../document-capability.ts';
import { useEditingState } from '../use-editing.ts';

/** Whether the user may edit the fields: with the permission, and unless someone else holds the lock. */
export function useCanEdit(): boolean {
  const session = useSession();
  const mayWrite = useEditingState(({ detail }) =>
    hasDocumentCapability(session, 'documents.write', detail),
  );
  const isHeld = useEditingState(({ lock }) => lock.state === 'theirs' || lock.state === 'taken');
  return mayWrite && !isHeld;
}
