import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { queryClient } from '../../../app/query-client.ts';
import { may, useSession } from '../../../app/session.ts';
import { galley } from '../../../lib/galley.ts';
import { fieldErrors } from '../../../lib/problem-text.ts';
import { useWords } from '../../../lib/words.ts';
import { ComboField, FormDialog, toast, type Option } from '../../../ui/index.ts';
import { actionWords } from '../bar/action-words.ts';
import { useEditing, useEditingState } from '../use-editing.ts';

/** Who owns the document, who works on it, and who decides on it. */
export function AssignDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const words = useWords(actionWords);
  const editing = useEditing();
  const { editorial, revision, path } = useEditingState(({ detail }) => detail);
  const options = usePeople();
  const [parts, setParts] = useState({
    owner: editorial.owner ?? '',
    assignee: editorial.assignee ?? '',
    reviewer: editorial.reviewer ?? '',
  });
  const [errors, setErrors] = useState<Record<string, string>>({});
  const send = async () => {
    setErrors({});
    try {
      const act = { source_path: path, action: 'assign', expected_revision: revision } as const;
      await galley.documents.editorial({ ...act, ...parts });
      editing.hear(await galley.documents.get({ path }));
      void queryClient.invalidateQueries({ queryKey: ['documents'] });
      toast({ text: words.assigned });
      onClose();
    } catch (error) {
      setErrors(fieldErrors(error));
      throw error;
    }
  };
  const field = (part: keyof typeof parts, help: string) => (
    <ComboField
      label={words[part]}
      help={help}
      value={parts[part]}
      onChange={(name) => setParts({ ...parts, [part]: name })}
      options={options}
      error={errors[part]}
      allowsOther
    />
  );
  return (
    <FormDialog
      title={words.assignTitle}
      action={words.assignSave}
      onClose={onClose}
      onSubmit={send}
    >
      {field('owner', words.ownerHelp)}
      {field('assignee', words.assigneeHelp)}
      {field('reviewer', words.reviewerHelp)}
    </FormDialog>
  );
}

/** Whom the caller may be told of: all users, or those who have had to do with this document. Others can be typed. */
function usePeople(): readonly Option[] {
  const session = useSession();
  const { author, last_editor: editor, editorial } = useEditingState(({ detail }) => detail);
  const { data } = useQuery({
    queryKey: ['users', 'names'],
    queryFn: ({ signal }) => galley.users.list({}, { signal }),
    enabled: may(session, 'users.manage'),
  });
  if (data)
    return data
      .filter(({ enabled }) => enabled)
      .map(({ username, name, role }) => ({
        id: username,
        label: username,
        about: `${name} · ${role}`,
      }));
  const { owner, assignee, reviewer, events } = editorial;
  const known = [session.username, author, editor, owner, assignee, reviewer];
  const names = new Set([...known, ...events.map(({ actor }) => actor)]);
  return [...names]
    .filter((name) => name !== null && name !== '')
    .map((name) => ({ id: name!, label: name! }));
}
