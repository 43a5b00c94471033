import type { MediaItem } from '@galley/sdk';
import { useState, type ReactNode } from 'react';
import { useWords } from '../../lib/words.ts';
import { FormDialog } from '../../ui/index.ts';
import { moveAll, tagAll, type BulkOutcome } from './bulk-actions.ts';
import { FolderField } from './folder-field.tsx';
import { factsOf } from './media-facts.ts';
import { TagField } from './tag-field.tsx';
import { mediaWords } from './words.ts';

interface BulkDialogProps {
  readonly onDone: (outcome: BulkOutcome) => void;
  readonly onClose: () => void;
}

export function BulkTag(props: BulkDialogProps & { readonly items: readonly MediaItem[] }) {
  const { items, onDone, onClose } = props;
  const words = useWords(mediaWords);
  const [add, setAdd] = useState<readonly string[]>([]);
  const [remove, setRemove] = useState<readonly string[]>([]);
  const had = [...new Set(items.flatMap((item) => factsOf(item).tags))];
  return (
    <FormDialog
      title={words.tagTitle(items.length)}
      action={words.apply}
      onClose={onClose}
      onSubmit={async () => onDone(await tagAll(items, { add, remove }))}
      disabledReason={add.length + remove.length === 0 && words.nothingTyped}
    >
      <TagField label={words.addTags} tags={add} onChange={setAdd} />
      <TagField
        label={words.removeTags}
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
  const words = useWords(mediaWords);
  const [folder, setFolder] = useState('');
  return (
    <FormDialog
      title={words.moveTitle(paths.length)}
      action={words.moveAction}
      onClose={onClose}
      onSubmit={async () => onDone(await moveAll(paths, folder.trim()))}
      disabledReason={folder.trim() === '' && words.folderMissing}
    >
      <FolderField label={words.moveTo} value={folder} onChange={setFolder} />
    </FormDialog>
  );
}
