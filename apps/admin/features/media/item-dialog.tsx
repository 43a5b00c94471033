import { isProblem, type MediaDetail } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, FileX } from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { hasCapability, useSession } from '../../app/session.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button, Dialog, EmptyState, IconButton, QueryBoundary, Notice } from '../../ui/index.ts';
import { ItemActions } from './item-actions.tsx';
import { ItemForm } from './item-form.tsx';
import { ItemPreview } from './item-preview.tsx';
import { ItemDetails } from './item-details.tsx';
import { itemMessages } from './item-messages.ts';
import { mediaItemQuery } from './media-queries.ts';
import { fileName } from './media-metadata.ts';
import { useItemDraft, type ItemDraft } from './use-item-draft.ts';
import { mediaMessages } from './messages.ts';
import styles from './media.module.css';

interface ItemDialogProps {
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
  readonly onGo: (path: string) => void;
  readonly onClose: () => void;
}

export function ItemDialog(props: ItemDialogProps): ReactNode {
  const { path, onClose } = props;
  const messages = useMessages(itemMessages);
  const query = useQuery(mediaItemQuery(path));
  if (query.data) return <LoadedItem {...props} item={query.data} />;
  return (
    <Dialog title={fileName(path)} size="large" onClose={onClose}>
      {isProblem(query.error, 'not_found', 'invalid_path') ? (
        <EmptyState icon={FileX} title={messages.gone}>
          {messages.goneText}
        </EmptyState>
      ) : (
        <QueryBoundary query={query} lines={9}>
          {() => null}
        </QueryBoundary>
      )}
    </Dialog>
  );
}

function LoadedItem(props: ItemDialogProps & { readonly item: MediaDetail }): ReactNode {
  const { item, onGo, onClose } = props;
  const draft = useItemDraft(item);
  const messages = useMessages(itemMessages);
  return (
    <Dialog
      title={item.name}
      size="large"
      onClose={onClose}
      actions={<Foot {...props} draft={draft} />}
    >
      <div className={styles['item']} onKeyDown={(event) => saveOnKeys(event, draft)}>
        <div className={`stack ${styles['look']}`}>
          {item.state === 'pending' && (
            <Notice tone="info" title={messages.pendingTitle}>
              {messages.pendingText}
            </Notice>
          )}
          <ItemPreview key={item.path} item={item} draft={draft} />
          <ItemActions item={item} draft={draft} onGo={onGo} onClose={onClose} />
        </div>
        <ItemForm item={item} draft={draft} />
        <div className={`stack ${styles['about']}`}>
          <ItemDetails item={item} onGo={onGo} />
        </div>
      </div>
    </Dialog>
  );
}

function saveOnKeys(event: KeyboardEvent, draft: ItemDraft): void {
  const isMeant = (event.ctrlKey || event.metaKey) && (event.key === 'Enter' || event.key === 's');
  if (!isMeant) return;
  event.preventDefault();
  if (draft.isChanged && !draft.isPending) void draft.save();
}

function Foot({
  before,
  after,
  onGo,
  draft,
}: ItemDialogProps & { readonly draft: ItemDraft }): ReactNode {
  const messages = useMessages(itemMessages);
  const library = useMessages(mediaMessages);
  const session = useSession();
  const isRefused = hasCapability(session, 'media.write') ? false : library.mayNotWrite;
  return (
    <>
      {(before ?? after) !== undefined && (
        <div className={styles['neighbours']}>
          <IconButton
            icon={ChevronLeft}
            disabledReason={before === undefined && messages.previous}
            onPress={() => onGo(before!)}
          >
            {messages.previous}
          </IconButton>
          <IconButton
            icon={ChevronRight}
            disabledReason={after === undefined && messages.next}
            onPress={() => onGo(after!)}
          >
            {messages.next}
          </IconButton>
        </div>
      )}
      <Button
        kind="primary"
        isPending={draft.isPending}
        disabledReason={isRefused || (!draft.isChanged && messages.nothingChanged)}
        onPress={() => void draft.save()}
      >
        {messages.save}
      </Button>
    </>
  );
}
