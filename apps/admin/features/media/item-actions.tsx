import type { MediaDetail } from '@galley/sdk';
import { Copy, Ellipsis, ExternalLink, FolderInput, Link2, RefreshCw, Trash2 } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import { may, useSession } from '../../app/session.ts';
import { useWords, wordsNow } from '../../lib/words.ts';
import { Button, Menu, Progress, toast, toastProblem } from '../../ui/index.ts';
import { deleteItem } from './delete-item.tsx';
import { itemWords } from './item-words.ts';
import { endingOf, markdownOf } from './media-facts.ts';
import { MoveDialog } from './move-dialog.tsx';
import { replaceFile } from './replace-file.ts';
import type { ItemDraft } from './use-item-draft.ts';
import { mediaWords } from './words.ts';
import styles from './media.module.css';

interface ItemActionsProps {
  readonly item: MediaDetail;
  readonly draft: ItemDraft;
  readonly onGo: (path: string) => void;
  readonly onClose: () => void;
}

export function ItemActions(props: ItemActionsProps): ReactNode {
  const { item } = props;
  const words = useWords(itemWords);
  return (
    <div className={styles['actions']}>
      <a className="button small" href={item.url} target="_blank" rel="noreferrer">
        <ExternalLink aria-hidden size={16} />
        {words.open}
      </a>
      <Button
        size="small"
        icon={Link2}
        onPress={() => void copy(new URL(item.url, location.origin).href)}
      >
        {words.copyUrl}
      </Button>
      <Button size="small" icon={Copy} onPress={() => void copy(markdownOf(item))}>
        {words.copyMarkdown}
      </Button>
      <Changes {...props} />
    </div>
  );
}

async function copy(text: string): Promise<void> {
  const words = wordsNow(itemWords);
  try {
    await navigator.clipboard.writeText(text);
    toast({ text: words.copied });
  } catch {
    // Without clipboard access, the user can copy the address from the facts.
    toast({ text: words.notCopied, tone: 'bad' });
  }
}

function Changes({ item, draft, onGo, onClose }: ItemActionsProps): ReactNode {
  const words = useWords(itemWords);
  const library = useWords(mediaWords);
  const session = useSession();
  const [isMoving, setMoving] = useState(false);
  const { input, isSending, choose } = useReplacing(item);
  const cannotWrite = may(session, 'media.write') ? false : library.mayNotWrite;
  const cannotMove = may(session, 'media.lifecycle') ? false : library.mayNotMove;
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
        label={words.more}
        actions={[
          {
            id: 'replace',
            label: words.replace,
            icon: RefreshCw,
            onAction: choose,
            disabledReason: cannotWrite,
          },
          {
            id: 'move',
            label: words.move,
            icon: FolderInput,
            onAction: () => void move(),
            disabledReason: cannotMove,
          },
          null,
          {
            id: 'delete',
            label: words.delete,
            icon: Trash2,
            isDangerous: true,
            onAction: () => void remove().catch(toastProblem),
            disabledReason: cannotMove,
          },
        ]}
      >
        <Button size="small" icon={Ellipsis}>
          {words.more}
        </Button>
      </Menu>
      {isSending !== null && <Progress label={words.replacing} value={isSending} />}
      {isMoving && <MoveDialog item={item} onMoved={onGo} onClose={() => setMoving(false)} />}
    </>
  );
}

/** Replaces the file; `isSending` is the progress from 0 to 1, null while idle. */
function useReplacing(item: MediaDetail) {
  const words = useWords(itemWords);
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
      accept={`.${endingOf(item.name)},${item.type}`}
      aria-label={words.replace}
      onChange={({ currentTarget }) => {
        const [file] = Array.from(currentTarget.files ?? []);
        currentTarget.value = '';
        if (file) void replace(file);
      }}
    />
  );
  return { input, isSending, choose: () => field.current?.click() };
}
