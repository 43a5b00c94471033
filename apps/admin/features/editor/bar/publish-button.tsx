import type { ReactNode } from 'react';
import { useWords } from '../../../lib/words.ts';
import { Button } from '../../../ui/index.ts';
import { useEditing, useEditingState } from '../use-editing.ts';
import { acts } from './acts.ts';
import { actionWords } from './action-words.ts';
import { useSituation } from './use-situation.ts';
import { whyNot } from './why-not.ts';

/** Next step of the document: publish, or request a review without the permission to publish. */
export function PublishButton(): ReactNode {
  const words = useWords(actionWords);
  const editing = useEditing();
  const situation = useSituation();
  const isPublic = useEditingState(({ detail }) => detail.is_public);
  const isOnlyAsking = whyNot.mayPublish(situation) !== undefined;
  if (isOnlyAsking)
    return (
      <Button
        kind="primary"
        onPress={() => editing.asking.ask('review')}
        disabledReason={whyNot.review(situation)}
      >
        {words.requestReview}
      </Button>
    );
  return (
    <Button
      kind="primary"
      onPress={() => void acts.publish(editing)}
      disabledReason={whyNot.publish(situation)}
    >
      {isPublic && whyNot.publish(situation) === undefined ? words.publishChanges : words.publish}
    </Button>
  );
}
