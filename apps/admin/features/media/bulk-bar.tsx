import type { MediaItem } from '@galley/sdk';
import { FolderInput, Tags, Trash2, X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { hasCapability, useSession } from '../../app/session.ts';
import { useAction } from '../../lib/use-action.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button, IconButton, toastProblem } from '../../ui/index.ts';
import { deleteAll, type BulkOutcome } from './bulk-actions.ts';
import { BulkMove, BulkTag } from './bulk-dialogs.tsx';
import { BulkResults } from './bulk-results.tsx';
import { mediaMessages } from './messages.ts';
import styles from './media.module.css';

type Open = 'tag' | 'move' | null;

export function BulkBar(props: {
  readonly items: readonly MediaItem[];
  readonly onDone: () => void;
}): ReactNode {
  const { items, onDone } = props;
  const messages = useMessages(mediaMessages);
  const session = useSession();
  const [open, setOpen] = useState<Open>(null);
  const [outcome, setOutcome] = useState<BulkOutcome | null>(null);
  const cannotWrite = hasCapability(session, 'media.write') ? false : messages.mayNotWrite;
  const cannotMove = hasCapability(session, 'media.lifecycle') ? false : messages.mayNotMove;
  const paths = items.map(({ path }) => path);
  const take = (result: BulkOutcome) => {
    setOpen(null);
    if (result.failed.length > 0) setOutcome(result);
    else onDone();
  };
  const removing = useAction(async () => take(await deleteAll(paths)), toastProblem);
  const close = () => setOpen(null);
  return (
    <div className={styles['bulk']} role="toolbar" aria-label={messages.bulk}>
      <strong className="grow" role="status">
        {messages.chosen({ count: items.length })}
      </strong>
      <Button icon={Tags} disabledReason={cannotWrite} onPress={() => setOpen('tag')}>
        {messages.tag}
      </Button>
      <Button icon={FolderInput} disabledReason={cannotMove} onPress={() => setOpen('move')}>
        {messages.move}
      </Button>
      <Button
        icon={Trash2}
        isPending={removing.isPending}
        disabledReason={cannotMove}
        onPress={removing.run}
      >
        {messages.delete}
      </Button>
      <IconButton kind="quiet" icon={X} onPress={onDone}>
        {messages.clearChoice}
      </IconButton>
      {open === 'tag' && <BulkTag items={items} onDone={take} onClose={close} />}
      {open === 'move' && <BulkMove paths={paths} onDone={take} onClose={close} />}
      {outcome && <BulkResults outcome={outcome} onClose={() => setOutcome(null)} onDone={take} />}
    </div>
  );
}
