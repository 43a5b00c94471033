import type { ReactNode } from 'react';
import { useWords } from '../../lib/words.ts';
import { Button, Notice, uiWords } from '../../ui/index.ts';
import { itemWords } from './item-words.ts';

/** Replaces a picture that the browser cannot load or decode. */
export function BrokenPicture({ onRetry }: { readonly onRetry: () => void }): ReactNode {
  const words = useWords(itemWords);
  const { tryAgain } = useWords(uiWords);
  return (
    <Notice
      tone="bad"
      title={words.broken}
      actions={
        <Button size="small" onPress={onRetry}>
          {tryAgain}
        </Button>
      }
    >
      {words.brokenText}
    </Notice>
  );
}
