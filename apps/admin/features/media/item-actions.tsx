import type { MediaDetail } from '@galley/sdk';
import { Copy, Ellipsis, ExternalLink, FolderInput, Link2, RefreshCw, Trash2 } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import { hasCapability, useSession } from '../../app/session.ts';
import { useMessages, currentMessages } from '../../lib/messages.ts';
import { Button, Menu, Progress, toast, toastProblem } from '../../ui/index.ts';
import { deleteItem } from './delete-item.tsx';
import { itemMessages } from './item-messages.ts';
import { fileExtension, toMarkdown } from './media-metadata.ts';
import { MoveDialog } from './move-dialog.tsx';
import { replaceFile } from './replace-file.ts';
import type { ItemDraft } from './use-item-draft.ts';
import { mediaMessages } from './messages.ts';
import styles from './media.module.css';

interface ItemActionsProps {
  readonly item: MediaDetail;
  readonly draft: ItemDraft;
  readonly onGo: (path: string) => void;
  readonly onClose: () => void;
}

export function ItemActions(props: ItemActionsProps): ReactNode {
  const { item } = props;
  const messages = useMessages(itemMessages);
  return (
    <div className={styles['actions']}>
      <a className="button small" href={item.url} target="_blank" rel="noreferrer">
        <ExternalLink aria-hidden size={16} />
        {messages.open}
      </a>
      <Button
        size="small"
        icon={Link2}
        onPress={() => void copy(new URL(item.url, location.origin).href)}
      >
        {messages.copyUrl}
      </Button>
      <Button size="small" icon={Copy} onPress={() => void copy(toMarkdown(item))}>
        {messages.copyMarkdown}
      </Button>
      <Changes {...props} />
    </div>
  );
}

async function copy(text: string): Promise<void> {
  const messages = currentMessages(itemMessages);
  try {
    await navigator.clipboard.writeText(text);
    toast({ text: messages.copied });
  } catch {
    // Without clipboard access, the user can copy the address from the facts.
    toast({ text: messages.notCopied, tone: 'bad' });
  }
}

function Changes({ item, draft, onGo, onClose }: ItemActionsProps): ReactNode {
  const messages = useMessages(itemMessages);
  const library = useMessages(mediaMessages);
  const session = useSession();
  const [isMoving, setMoving] = useState(false);
  const { input, isSending, choose } = useReplacing(item);
  const cannotWrite = hasCapability(session, 'media.write') ? false : library.mayNotWrite;
  const cannotMove = hasCapability(session, 'media.lifecycle') ? false : library.mayNotMove;
  const remove = async () => {
    if ((await draft.letGo()) && (await deleteItem(item))) onClose();
  };
  const move = async () => {
    if (await draft.letGo()) setMoving(true);
  };
  return (
    <>
      {input}
      <Menu
        label={messages.more}
        actions={[
          {
            id: 'replace',
            label: messages.replace,
            icon: RefreshCw,
            onAction: choose,
            disabledReason: cannotWrite,
          },
          {
            id: 'move',
            label: messages.move,
            icon: FolderInput,
            onAction: () => void move(),
            disabledReason: cannotMove,
          },
          null,
          {
            id: 'delete',
            label: messages.delete,
            icon: Trash2,
            isDangerous: true,
            onAction: () => void remove().catch(toastProblem),
            disabledReason: cannotMove,
          },
        ]}
      >
        <Button size="small" icon={Ellipsis}>
          {messages.more}
        </Button>
      </Menu>
      {isSending !== null && <Progress label={messages.replacing} value={isSending} />}
      {isMoving && <MoveDialog item={item} onMoved={onGo} onClose={() => setMoving(false)} />}
    </>
  );
}

/** `isSending` is the progress from 0 to 1, null while idle. */
function useReplacing(item: MediaDetail) {
  const messages = useMessages(itemMessages);
  const field = useRef<HTMLInputElement>(null);
  const [isSending, setSending] = useState<number | null>(null);
  const replace = async (file: File) => {
    try {
      await replaceFile(item, file, setSending);
    } catch (error) {
      toastProblem(error);
    } finally {
      setSending(null);
    }
  };
  const input = (
    <input
      ref={field}
      type="file"
      hidden
      accept={`.${fileExtension(item.name)},${item.type}`}
      aria-label={messages.replace}
      onChange={({ currentTarget }) => {
        const [file] = Array.from(currentTarget.files ?? []);
        currentTarget.value = '';
        if (file) void replace(file);
      }}
    />
  );
  return { input, isSending, choose: () => field.current?.click() };
}
