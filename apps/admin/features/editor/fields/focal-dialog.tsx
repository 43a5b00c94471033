import type { MediaDetail } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useMessages } from '../../../lib/messages.ts';
import { Button, Dialog, ErrorNotice, Notice, QueryBoundary } from '../../../ui/index.ts';
import { FocalPoint } from '../../media/focal-point.tsx';
import { mediaItemQuery } from '../../media/media-queries.ts';
import { useItemDraft } from '../../media/use-item-draft.ts';
import { fieldMessages } from './field-messages.ts';

export function FocalDialog(props: {
  readonly path: string;
  readonly onClose: () => void;
}): ReactNode {
  const { path, onClose } = props;
  const messages = useMessages(fieldMessages);
  const query = useQuery(mediaItemQuery(path));
  if (query.data) return <FocalForm item={query.data} onClose={onClose} />;
  return (
    <Dialog title={messages.focal} onClose={onClose}>
      <QueryBoundary query={query}>{() => null}</QueryBoundary>
    </Dialog>
  );
}

function FocalForm(props: { readonly item: MediaDetail; readonly onClose: () => void }): ReactNode {
  const { item, onClose } = props;
  const messages = useMessages(fieldMessages);
  const draft = useItemDraft(item);
  const [isBroken, setBroken] = useState(false);
  const close = async () => {
    if (await draft.letGo()) onClose();
  };
  return (
    <Dialog
      title={messages.focal}
      onClose={() => void close()}
      actions={
        <Button
          kind="primary"
          onPress={() => void draft.save()}
          isPending={draft.isPending}
          disabledReason={!draft.isChanged && messages.focalUnchanged}
        >
          {messages.focalSave}
        </Button>
      }
    >
      <div className="stack">
        <p className="soft">{messages.focalAbout}</p>
        {isBroken ? (
          <Notice tone="warn">{messages.focalBroken}</Notice>
        ) : (
          <FocalPoint item={item} draft={draft} onBroken={() => setBroken(true)} />
        )}
        <ErrorNotice error={draft.error} />
      </div>
    </Dialog>
  );
}
