import type { DocumentDetail } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { may, useSession } from '../../app/session.ts';
import { galley } from '../../lib/galley.ts';
import { fieldErrors } from '../../lib/problem-text.ts';
import { useWords } from '../../lib/words.ts';
import { ComboField, FormDialog, toast, type Option } from '../../ui/index.ts';
import { documentsChanged } from './after-change.ts';
import type { ActDialogProps } from './decision-dialog.tsx';
import { decisionWords } from './decision-words.ts';
import { NoteField } from './note-field.tsx';

/** Gives a document to an owner, to somebody who works on it, and to a reviewer. */
export function AssignDialog({ detail, onClose, onDone }: ActDialogProps): ReactNode {
  const words = useWords(decisionWords);
  const before = partsOf(detail);
  const [parts, setParts] = useState(before);
  const [note, setNote] = useState('');
  const [errors, setErrors] = useState<Record<string, string>>({});
  const options = usePeople(detail);
  const isSame = (['owner', 'assignee', 'reviewer'] as const).every(
    (part) => parts[part].trim() === before[part],
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
    <ComboField
      label={words[part]}
      value={parts[part]}
      onChange={(value) => setParts((current) => ({ ...current, [part]: value }))}
      options={options}
      allowsOther
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

/** Everybody, for who may see that; for others, those whom the document knows: any name can be typed. */
function usePeople(detail: DocumentDetail): Option[] {
  const session = useSession();
  const { data } = useQuery({
    queryKey: ['users', 'list'],
    queryFn: ({ signal }) => galley.users.list({}, { signal }),
    enabled: may(session, 'users.manage'),
  });
  if (data)
    return data
      .filter(({ enabled }) => enabled)
      .map(({ username, name, role }) => ({
        id: username,
        label: username,
        about: [name, role].filter(Boolean).join(' · '),
      }));
  const { author, last_editor: editor, editorial } = detail;
  const named = [
    session.username,
    author,
    editor,
    editorial.assignee,
    editorial.reviewer,
    ...editorial.events.map(({ actor }) => actor),
  ];
  return [...new Set(named)]
    .filter((name) => name !== null)
    .map((name) => ({ id: name, label: name }));
}
