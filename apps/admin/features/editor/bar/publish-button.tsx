import type { ReactNode } from 'react';
import { useMessages } from '../../../lib/messages.ts';
import { Button } from '../../../ui/index.ts';
import { useEditing, useEditingState } from '../use-editing.ts';
import { editorActions } from './editor-actions.ts';
import { actionMessages } from './action-messages.ts';
import { useActionContext } from './use-action-context.ts';
import { disabledReasons } from './disabled-reasons.ts';

export function PublishButton(): ReactNode {
  const messages = useMessages(actionMessages);
  const editing = useEditing();
  const situation = useActionContext();
  const isPublic = useEditingState(({ detail }) => detail.is_public);
  const isOnlyAsking = disabledReasons.mayPublish(situation) !== undefined;
  if (isOnlyAsking)
    return (
      <Button
        kind="primary"
        onPress={() => editing.prompts.openDialog('review')}
        disabledReason={disabledReasons.review(situation)}
      >
        {messages.requestReview}
      </Button>
    );
  return (
    <Button
      kind="primary"
      onPress={() => void editorActions.publish(editing)}
      disabledReason={disabledReasons.publish(situation)}
    >
      {isPublic && disabledReasons.publish(situation) === undefined
        ? messages.publishChanges
        : messages.publish}
    </Button>
  );
}
