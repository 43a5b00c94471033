import type { ReactNode } from 'react';
import { dateTime } from '../lib/format.ts';
import { useWords } from '../lib/words.ts';
import { Button } from './button.tsx';
import { CopyField } from './copy-field.tsx';
import { Dialog } from './dialog.tsx';
import { Notice } from './states.tsx';
import { uiWords } from './words.ts';

/** Shows a token once. Only confirming that it is stored closes the dialog. */
export function TokenDialog(props: {
  readonly title: string;
  readonly token: string;
  readonly endsAt: string;
  readonly children: ReactNode;
  readonly onClose: () => void;
}): ReactNode {
  const { title, token, endsAt, children, onClose } = props;
  const words = useWords(uiWords);
  return (
    <Dialog
      title={title}
      actions={
        <Button kind="primary" onPress={onClose}>
          {words.kept}
        </Button>
      }
    >
      <div className="stack">
        <Notice tone="warn">{children}</Notice>
        <CopyField label={words.token} value={token} />
        <p className="soft">{words.endsAt(dateTime(endsAt))}</p>
      </div>
    </Dialog>
  );
}
