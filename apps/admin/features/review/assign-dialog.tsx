import type { DocumentDetail } from '@galley/sdk';
import { useState, type ReactNode } from 'react';
import { galley } from '../../lib/galley.ts';
import { fieldErrors } from '../../lib/problem-text.ts';
import { useMessages } from '../../lib/messages.ts';
import { FormDialog, toast } from '../../ui/index.ts';
import { invalidateDocuments } from '../documents/refresh.ts';
import { PersonField } from '../documents/person-field.tsx';
import type { DecisionDialogProps } from './decision-dialog.tsx';
import { decisionMessages } from './decision-messages.ts';
import { NoteField } from './note-field.tsx';

export function AssignDialog({ detail, onClose, onDone }: DecisionDialogProps): ReactNode {
  const messages = useMessages(decisionMessages);
  const before = partsOf(detail);
  const [parts, setParts] = useState(before);
  const [note, setNote] = useState('');
  const [errors, setErrors] = useState<Record<string, string>>({});
  const isSame = (['owner', 'assignee', 'reviewer'] as const).every(
    (part) => parts[part] === before[part],
  );
  const submit = async () => {
    try {
      const { revision } = await galley.documents.editorial({
        source_path: detail.path,
        action: 'assign',
        expected_revision: detail.revision,
        ...parts,
        ...(note.trim() !== '' && { note: note.trim() }),
      });
      toast({ text: messages.assigned });
      await invalidateDocuments();
      onDone(revision);
    } catch (error) {
      setErrors(fieldErrors(error));
      throw error;
    }
  };
  const field = (part: keyof typeof parts, help?: string) => (
    <PersonField
      path={detail.path}
      label={messages[part]}
      value={parts[part]}
      onChange={(value) => setParts((current) => ({ ...current, [part]: value }))}
      isReviewer={part === 'reviewer'}
      barred={part === 'reviewer' ? [parts.owner, parts.assignee] : []}
      error={errors[part]}
      {...(help !== undefined && { help })}
    />
  );
  return (
    <FormDialog
      title={messages.assignTitle({ title: detail.title || detail.path })}
      action={messages.assign}
      onClose={onClose}
      onSubmit={submit}
      disabledReason={isSame && messages.nothingNew}
    >
      <p className="soft">{messages.assignAbout}</p>
      {field('owner')}
      {field('assignee', messages.assigneeHelp)}
      {field('reviewer', messages.reviewerHelp)}
      <NoteField value={note} onChange={setNote} about={messages.noteOptional} />
    </FormDialog>
  );
}

function partsOf({ author, editorial }: DocumentDetail) {
  return {
    owner: author ?? '',
    assignee: editorial.assignee ?? '',
    reviewer: editorial.reviewer ?? '',
  };
}
