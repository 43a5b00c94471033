import { isProblem, type MediaDetail } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { galley } from '../../lib/galley.ts';
import { useWords } from '../../lib/words.ts';
import { Checkbox, FormDialog, Notice, TextField, toast } from '../../ui/index.ts';
import { FolderField } from './folder-field.tsx';
import { itemWords } from './item-words.ts';
import { folderOf } from './media-facts.ts';
import { mediaUsageQuery, refreshMedia } from './media-queries.ts';
import { UseList } from './use-list.tsx';

interface MoveDialogProps {
  readonly item: MediaDetail;
  readonly onMoved: (path: string) => void;
  readonly onClose: () => void;
}

/** Renames or moves a file. A file in use needs a confirmation. */
export function MoveDialog({ item, onMoved, onClose }: MoveDialogProps): ReactNode {
  const words = useWords(itemWords);
  const [name, setName] = useState(item.name);
  const [folder, setFolder] = useState(folderOf(item.path));
  const [isForced, setForced] = useState(false);
  // The server knows of documents that started to use the file after the page loaded.
  const [isRefused, setRefused] = useState(false);
  const { data: usage } = useQuery(mediaUsageQuery(item.path));
  const isUsed = isRefused || (usage?.total ?? 0) > 0;
  const to = `${folder.replace(/^\/+|\/+$/g, '')}/${name.trim()}`;
  const submit = async () => {
    try {
      const moved = await galley.media.move({ path: item.path, to, force: isForced });
      await refreshMedia(item.path);
      onClose();
      onMoved(moved.path);
      toast({ text: words.movedTo(moved.path) });
    } catch (error) {
      if (isProblem(error, 'in_use')) setRefused(true);
      throw error;
    }
  };
  return (
    <FormDialog
      title={words.moveTitle}
      action={words.moveAction}
      kind={isForced ? 'danger' : 'primary'}
      onClose={onClose}
      onSubmit={submit}
      disabledReason={to === item.path && words.moveSame}
    >
      <TextField
        label={words.moveName}
        help={words.moveHelp}
        value={name}
        onChange={setName}
        autoFocus
      />
      <FolderField label={words.moveFolder} value={folder} onChange={setFolder} />
      {isUsed && (
        <>
          {usage && (
            <Notice tone="warn" title={words.moveUsed(usage.total)}>
              <UseList usage={usage} />
            </Notice>
          )}
          <Checkbox isSelected={isForced} onChange={setForced}>
            {words.moveForce}
          </Checkbox>
        </>
      )}
    </FormDialog>
  );
}
