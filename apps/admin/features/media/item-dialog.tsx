import { isProblem, type MediaDetail } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, FileX } from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { may, useSession } from '../../app/session.ts';
import { useWords } from '../../lib/words.ts';
import { Button, Dialog, Empty, IconButton, Loading, Notice } from '../../ui/index.ts';
import { ItemActions } from './item-actions.tsx';
import { ItemForm } from './item-form.tsx';
import { ItemPreview } from './item-preview.tsx';
import { ItemAbout } from './item-about.tsx';
import { itemWords } from './item-words.ts';
import { mediaItemQuery } from './media-queries.ts';
import { nameOf } from './media-facts.ts';
import { useItemDraft, type ItemDraft } from './use-item-draft.ts';
import { mediaWords } from './words.ts';
import styles from './media.module.css';

interface ItemDialogProps {
  readonly path: string;
  /** Neighbours in the list. */
  readonly before: string | undefined;
  readonly after: string | undefined;
  readonly onGo: (path: string) => void;
  readonly onClose: () => void;
}

export function ItemDialog(props: ItemDialogProps): ReactNode {
  const { path, onClose } = props;
  const words = useWords(itemWords);
  const query = useQuery(mediaItemQuery(path));
  if (query.data) return <LoadedItem {...props} item={query.data} />;
  return (
    <Dialog title={nameOf(path)} size="large" onClose={onClose}>
      {isProblem(query.error, 'not_found', 'invalid_path') ? (
        <Empty icon={FileX} title={words.gone}>
          {words.goneText}
        </Empty>
      ) : (
        <Loading query={query} lines={9}>
          {() => null}
        </Loading>
      )}
    </Dialog>
  );
}

function LoadedItem(props: ItemDialogProps & { readonly item: MediaDetail }): ReactNode {
  const { item, onGo, onClose } = props;
  const draft = useItemDraft(item);
  const words = useWords(itemWords);
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
            <Notice tone="info" title={words.pendingTitle}>
              {words.pendingText}
            </Notice>
          )}
          <ItemPreview key={item.path} item={item} draft={draft} />
          <ItemActions item={item} draft={draft} onGo={onGo} onClose={onClose} />
        </div>
        <ItemForm item={item} draft={draft} />
        <div className={`stack ${styles['about']}`}>
          <ItemAbout item={item} onGo={onGo} />
        </div>
      </div>
    </Dialog>
  );
}

/** Saves on Ctrl or ⌘ with Enter or S, from any field of the form. */
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
  const words = useWords(itemWords);
  const library = useWords(mediaWords);
  const session = useSession();
  const isRefused = may(session, 'media.write') ? false : library.mayNotWrite;
  return (
    <>
      {(before ?? after) !== undefined && (
        <div className={styles['neighbours']}>
          <IconButton
            icon={ChevronLeft}
            disabledReason={before === undefined && words.previous}
            onPress={() => onGo(before!)}
          >
            {words.previous}
          </IconButton>
          <IconButton
            icon={ChevronRight}
            disabledReason={after === undefined && words.next}
            onPress={() => onGo(after!)}
          >
            {words.next}
          </IconButton>
        </div>
      )}
      <Button
        kind="primary"
        isPending={draft.isPending}
        disabledReason={isRefused || (!draft.isChanged && words.nothingChanged)}
        onPress={() => void draft.save()}
      >
        {words.save}
      </Button>
    </>
  );
}
