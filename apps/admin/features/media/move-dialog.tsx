import { isProblem, type MediaDetail } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { galley } from '../../lib/galley.ts';
import { useMessages } from '../../lib/messages.ts';
import { Checkbox, FormDialog, Notice, TextField, toast } from '../../ui/index.ts';
import { FolderField } from './folder-field.tsx';
import { itemMessages } from './item-messages.ts';
import { folderOf } from './media-metadata.ts';
import { mediaUsageQuery, refreshMedia } from './media-queries.ts';
import { UsageList } from './usage-list.tsx';

interface MoveDialogProps {
  readonly item: MediaDetail;
  readonly onMoved: (path: string) => void;
  readonly onClose: () => void;
}

export function MoveDialog({ item, onMoved, onClose }: MoveDialogProps): ReactNode {
  const messages = useMessages(itemMessages);
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
      toast({ text: messages.movedTo({ path: moved.path }) });
    } catch (error) {
      if (isProblem(error, 'in_use')) setRefused(true);
      throw error;
    }
  };
  return (
    <FormDialog
      title={messages.moveTitle}
      action={messages.moveAction}
      kind={isForced ? 'danger' : 'primary'}
      onClose={onClose}
      onSubmit={submit}
      disabledReason={to === item.path && messages.moveSame}
    >
      <TextField
        label={messages.moveName}
        help={messages.moveHelp}
        value={name}
        onChange={setName}
        autoFocus
      />
      <FolderField label={messages.moveFolder} value={folder} onChange={setFolder} />
      {isUsed && (
        <>
          {usage && (
            <Notice tone="warn" title={messages.moveUsed({ count: usage.total })}>
              <UsageList usage={usage} />
            </Notice>
          )}
          <Checkbox isSelected={isForced} onChange={setForced}>
            {messages.moveForce}
          </Checkbox>
        </>
      )}
    </FormDialog>
  );
}
