import type { DocumentDetail } from '@galley/sdk';
import { useState, type ReactNode } from 'react';
import type { MissingField } from '../../fields/index.ts';
import { fieldErrors } from '../../lib/problem-text.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button, FormDialog, Notice, TextField } from '../../ui/index.ts';
import { PersonField } from './person-field.tsx';
import { requestMessages } from './request-messages.ts';

export interface ReviewRequest {
  readonly ask?: string;
  readonly note?: string;
}

export function RequestReviewDialog(props: {
  readonly detail: DocumentDetail;
  readonly about?: ReactNode;
  readonly missing: readonly MissingField[];
  readonly onFill: (field: MissingField) => void;
  readonly onClose: () => void;
  /** Errors that it throws are shown at their fields. */
  readonly onAsk: (request: ReviewRequest) => Promise<void>;
}): ReactNode {
  const { detail, about, missing, onFill, onClose, onAsk } = props;
  const { reviewer } = detail.editorial;
  const messages = useMessages(requestMessages);
  const [asked, setAsked] = useState('');
  const [note, setNote] = useState('');
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const submit = async () => {
    setErrors({});
    try {
      await onAsk({ ...(asked && { ask: asked }), ...(note.trim() && { note: note.trim() }) });
    } catch (error) {
      setErrors(fieldErrors(error));
      throw error;
    }
  };
  return (
    <FormDialog
      title={messages.title}
      action={messages.request}
      size="small"
      onClose={onClose}
      onSubmit={submit}
      disabledReason={missing.length > 0 && messages.missing}
    >
      <MissingFields missing={missing} onFill={onFill} />
      {about && <p className="soft">{about}</p>}
      {reviewer === null ? (
        <PersonField
          path={detail.path}
          label={messages.whom}
          help={messages.whomHelp}
          placeholder={messages.anybody}
          value={asked}
          onChange={setAsked}
          error={errors['ask']}
          isReviewer
        />
      ) : (
        <p>{messages.assigned({ reviewer })}</p>
      )}
      <TextField
        label={messages.note}
        help={messages.noteHelp}
        rows={3}
        value={note}
        onChange={setNote}
        maxLength={4000}
      />
    </FormDialog>
  );
}

function MissingFields(props: {
  readonly missing: readonly MissingField[];
  readonly onFill: (field: MissingField) => void;
}): ReactNode {
  const { missing, onFill } = props;
  const messages = useMessages(requestMessages);
  if (missing.length === 0) return null;
  return (
    <Notice
      tone="warn"
      title={messages.missing}
      actions={missing.map((field) => (
        <Button key={field.path} size="small" onPress={() => onFill(field)}>
          {field.label}
        </Button>
      ))}
    >
      {messages.missingText}
    </Notice>
  );
}
