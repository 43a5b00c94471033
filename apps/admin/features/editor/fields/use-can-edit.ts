import { useSession } from '../../../app/session.ts';
import { hasDocumentCapability } from '../document-capability.ts';
import { useEditingState } from '../use-editing.ts';

export function useCanEdit(): boolean {
  const session = useSession();
  const mayWrite = useEditingState(({ detail }) =>
    hasDocumentCapability(session, 'documents.write', detail),
  );
  const isHeld = useEditingState(({ lock }) => lock.state === 'theirs' || lock.state === 'taken');
  return mayWrite && !isHeld;
}
