import type { DocumentSummary } from '@galley/sdk';
import { useState, type ReactNode } from 'react';
import { useMessages } from '../../lib/messages.ts';
import { FormDialog, Notice, TextField } from '../../ui/index.ts';
import { documentActionMessages } from './action-messages.ts';
import { tagsOf, type TagChange } from './bulk-changes.ts';

export function BulkTagsDialog(props: {
  readonly documents: readonly DocumentSummary[];
  readonly onClose: () => void;
  readonly onChange: (wanted: TagChange) => Promise<void>;
}): ReactNode {
  const { documents, onClose, onChange } = props;
  const messages = useMessages(documentActionMessages);
  const [added, setAdded] = useState('');
  const [removed, setRemoved] = useState('');
  const wanted = { add: splitTags(added), remove: splitTags(removed) };
  const current = [...new Set(documents.flatMap(tagsOf))].toSorted((a, b) => a.localeCompare(b));
  return (
    <FormDialog
      title={messages.tagTitle({ count: documents.length })}
      action={messages.saveTags}
      size="small"
      disabledReason={wanted.add.length + wanted.remove.length === 0 && messages.enterTags}
      onClose={onClose}
      onSubmit={() => onChange(wanted)}
    >
      {documents.some(({ status }) => status === 'published') && (
        <Notice tone="info">{messages.taggedPublic}</Notice>
      )}
      <TextField
        label={messages.addTags}
        help={messages.tagsHelp}
        value={added}
        onChange={setAdded}
        autoFocus
      />
      {current.length > 0 && (
        <TextField
          label={messages.removeTags}
          help={messages.currentTags({ tags: current.join(', ') })}
          value={removed}
          onChange={setRemoved}
        />
      )}
    </FormDialog>
  );
}

function splitTags(text: string): string[] {
  const tags = text.split(',').map((tag) => tag.trim());
  return [...new Set(tags.filter((tag) => tag !== ''))];
}
