import type { DocumentSummary } from '@galley/sdk';
import { useState, type ReactNode } from 'react';
import { useMessages } from '../../lib/messages.ts';
import { Checkbox, FormDialog } from '../../ui/index.ts';
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
  const [cleared, setCleared] = useState({ assignee: false, reviewer: false });
  const wanted: AssignmentChange = {
    ...(assignee !== '' && { assignee }),
    ...(reviewer !== '' && { reviewer }),
    ...(cleared.assignee && { assignee: '' }),
    ...(cleared.reviewer && { reviewer: '' }),
  };
  const person = { path: documents[0]!.path, placeholder: messages.unchanged };
  return (
    <FormDialog
      title={messages.assignTitle({ count: documents.length })}
      action={messages.assign}
      size="small"
      disabledReason={Object.keys(wanted).length === 0 && messages.chooseSomeone}
      onClose={onClose}
      onSubmit={() => onAssign(wanted)}
    >
      {!cleared.assignee && (
        <PersonField
          {...person}
          label={messages.assignee}
          value={assignee}
          onChange={setAssignee}
        />
      )}
      <Checkbox
        isSelected={cleared.assignee}
        onChange={(isOn) => setCleared({ ...cleared, assignee: isOn })}
      >
        {messages.clearAssignee}
      </Checkbox>
      {!cleared.reviewer && (
        <PersonField
          {...person}
          label={messages.reviewer}
          value={reviewer}
          onChange={setReviewer}
          isReviewer
        />
      )}
      <Checkbox
        isSelected={cleared.reviewer}
        onChange={(isOn) => setCleared({ ...cleared, reviewer: isOn })}
      >
        {messages.clearReviewer}
      </Checkbox>
    </FormDialog>
  );
}
