import type { ReactNode } from 'react';
import { useMessages } from '../../lib/messages.ts';
import { Button, Notice, uiMessages } from '../../ui/index.ts';
import { itemMessages } from './item-messages.ts';

export function BrokenPicture({ onRetry }: { readonly onRetry: () => void }): ReactNode {
  const messages = useMessages(itemMessages);
  const { tryAgain } = useMessages(uiMessages);
  return (
    <Notice
      tone="bad"
      title={messages.broken}
      actions={
        <Button size="small" onPress={onRetry}>
          {tryAgain}
        </Button>
      }
    >
      {messages.brokenText}
    </Notice>
  );
}
