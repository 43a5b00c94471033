import type { DocumentDetail } from '@galley/sdk';
import { useState, type ReactNode } from 'react';
import { fieldErrors } from '../../lib/problem-text.ts';
import { useWords } from '../../lib/words.ts';
import { FormDialog, TextField } from '../../ui/index.ts';
import { PersonField } from './person-field.tsx';
import { requestWords } from './request-words.ts';

export interface ReviewRequest {
  readonly ask?: string;
  readonly note?: string;
}

export function RequestReviewDialog(props: {
  readonly detail: DocumentDetail;
  readonly about?: ReactNode;
  readonly onClose: () => void;
  /** Errors that it throws are shown at their fields. */
  readonly onAsk: (request: ReviewRequest) => Promise<void>;
}): ReactNode {
  const { detail, about, onClose, onAsk } = props;
  const { reviewer } = detail.editorial;
  const words = useWords(requestWords);
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
      title={words.title}
      action={words.request}
      size="small"
      onClose={onClose}
      onSubmit={submit}
    >
      {about && <p className="soft">{about}</p>}
      {reviewer === null ? (
        <PersonField
          path={detail.path}
          label={words.whom}
          help={words.whomHelp}
          placeholder={words.anybody}
          value={asked}
          onChange={setAsked}
          error={errors['ask']}
          isReviewer
        />
      ) : (
        <p>{words.assigned(reviewer)}</p>
      )}
      <TextField
        label={words.note}
        help={words.noteHelp}
        rows={3}
        value={note}
        onChange={setNote}
        maxLength={4000}
      />
    </FormDialog>
  );
}
