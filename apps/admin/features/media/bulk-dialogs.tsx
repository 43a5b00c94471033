import type { MediaItem } from '@galley/sdk';
import { useState, type ReactNode } from 'react';
import { useMessages } from '../../lib/messages.ts';
import { FormDialog } from '../../ui/index.ts';
import { moveAll, tagAll, type BulkOutcome } from './bulk-actions.ts';
import { FolderField } from './folder-field.tsx';
import { parseMetadata } from './media-metadata.ts';
import { TagField } from './tag-field.tsx';
import { mediaMessages } from './messages.ts';

interface BulkDialogProps {
  readonly onDone: (outcome: BulkOutcome) => void;
  readonly onClose: () => void;
}

export function BulkTag(props: BulkDialogProps & { readonly items: readonly MediaItem[] }) {
  const { items, onDone, onClose } = props;
  const messages = useMessages(mediaMessages);
  const [add, setAdd] = useState<readonly string[]>([]);
  const [remove, setRemove] = useState<readonly string[]>([]);
  const had = [...new Set(items.flatMap((item) => parseMetadata(item).tags))];
  return (
    <FormDialog
      title={messages.tagTitle({ count: items.length })}
      action={messages.apply}
      onClose={onClose}
      onSubmit={async () => onDone(await tagAll(items, { add, remove }))}
      disabledReason={add.length + remove.length === 0 && messages.nothingTyped}
    >
      <TagField label={messages.addTags} tags={add} onChange={setAdd} />
      <TagField
        label={messages.removeTags}
        tags={remove}
        onChange={setRemove}
        {...(had.length > 0 && { help: had.join(', ') })}
      />
    </FormDialog>
  );
}

export function BulkMove(
  props: BulkDialogProps & { readonly paths: readonly string[] },
): ReactNode {
  const { paths, onDone, onClose } = props;
  const messages = useMessages(mediaMessages);
  const [folder, setFolder] = useState('');
  return (
    <FormDialog
      title={messages.moveTitle({ count: paths.length })}
      action={messages.moveAction}
      onClose={onClose}
      onSubmit={async () => onDone(await moveAll(paths, folder.trim()))}
      disabledReason={folder.trim() === '' && messages.folderMissing}
    >
      <FolderField label={messages.moveTo} value={folder} onChange={setFolder} />
    </FormDialog>
  );
}
