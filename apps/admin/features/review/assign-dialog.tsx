import type { DocumentDetail } from '@galley/sdk';
import { useState, type ReactNode } from 'react';
import { galley } from '../../lib/galley.ts';
import { fieldErrors } from '../../lib/problem-text.ts';
import { useWords } from '../../lib/words.ts';
import { FormDialog, toast } from '../../ui/index.ts';
import { documentsChanged } from '../documents/refresh.ts';
import { PersonField } from '../documents/person-field.tsx';
import type { ActDialogProps } from './decision-dialog.tsx';
import { decisionWords } from './decision-words.ts';
import { NoteField } from './note-field.tsx';

export function AssignDialog({ detail, onClose, onDone }: ActDialogProps): ReactNode {
  const words = useWords(decisionWords);
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
      toast({ text: words.assigned });
      await documentsChanged();
      onDone(revision);
    } catch (error) {
      setErrors(fieldErrors(error));
      throw error;
    }
  };
  const field = (part: keyof typeof parts, help?: string) => (
    <PersonField
      path={detail.path}
      label={words[part]}
      value={parts[part]}
      onChange={(value) => setParts((current) => ({ ...current, [part]: value }))}
      isReviewer={part === 'reviewer'}
      error={errors[part]}
      {...(help !== undefined && { help })}
    />
  );
  return (
    <FormDialog
      title={words.assignTitle(detail.title || detail.path)}
      action={words.assign}
      onClose={onClose}
      onSubmit={submit}
      disabledReason={isSame && words.nothingNew}
    >
      <p className="soft">{words.assignAbout}</p>
      {field('owner')}
      {field('assignee', words.assigneeHelp)}
      {field('reviewer', words.reviewerHelp)}
      <NoteField value={note} onChange={setNote} about={words.noteOptional} />
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
