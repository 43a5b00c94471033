import type { ReactNode } from 'react';
import { formatDateTime } from '../lib/format.ts';
import { useMessages } from '../lib/messages.ts';
import { Button } from './button.tsx';
import { CopyField } from './copy-field.tsx';
import { Dialog } from './dialog.tsx';
import { Notice } from './states.tsx';
import { uiMessages } from './messages.ts';

/** Only confirming that the token is stored closes the dialog. */
export function TokenDialog(props: {
  readonly title: string;
  readonly token: string;
  readonly endsAt?: string;
  readonly children: ReactNode;
  readonly onClose: () => void;
}): ReactNode {
  const { title, token, endsAt, children, onClose } = props;
  const messages = useMessages(uiMessages);
  return (
    <Dialog
      title={title}
      actions={
        <Button kind="primary" onPress={onClose}>
          {messages.kept}
        </Button>
      }
    >
      <div className="stack">
        <Notice tone="warn">{children}</Notice>
        <CopyField label={messages.token} value={token} />
        {endsAt !== undefined && (
          <p className="soft">{messages.endsAt({ when: formatDateTime(endsAt) })}</p>
        )}
      </div>
    </Dialog>
  );
}
