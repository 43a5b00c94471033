import type { DocumentSummary } from '@galley/sdk';
import { useState, type ReactNode } from 'react';
import { useMessages } from '../../lib/messages.ts';
import { FormDialog } from '../../ui/index.ts';
import { documentActionMessages } from './action-messages.ts';
import { type AssignmentChange } from './bulk-changes.ts';
import { PersonField } from './person-field.tsx';

export function BulkAssignDialog(props: {
  readonly documents: readonly DocumentSummary[];
  readonly onClose: () => void;
  readonly onAssign: (wanted: AssignmentChange) => Promise<void>;
}): ReactNode {
  const { documents, onClose, onAssign } = props;
  const messages = useMessages(documentActionMessages);
  const [assignee, setAssignee] = useState('');
  const [reviewer, setReviewer] = useState('');
  const person = { path: documents[0]!.path, placeholder: messages.unchanged };
  return (
    <FormDialog
      title={messages.assignTitle(documents.length)}
      action={messages.assign}
      size="small"
      disabledReason={assignee === '' && reviewer === '' && messages.chooseSomeone}
      onClose={onClose}
      onSubmit={() =>
        onAssign({ ...(assignee !== '' && { assignee }), ...(reviewer !== '' && { reviewer }) })
      }
    >
      <PersonField {...person} label={messages.assignee} value={assignee} onChange={setAssignee} />
      <PersonField
        {...person}
        label={messages.reviewer}
        value={reviewer}
        onChange={setReviewer}
        isReviewer
      />
    </FormDialog>
  );
}
