import { useState, type ReactNode } from 'react';
import { CommentForm } from '../../comments/comment-form.tsx';
import styles from '../../comments/comments.module.css';
import { threadMessages } from '../../comments/thread-messages.ts';
import { refreshThreads } from '../../comments/thread-queries.ts';
import { galley } from '../../../lib/galley.ts';
import { useMessages } from '../../../lib/messages.ts';
import { TextField, toast } from '../../../ui/index.ts';
import { useEditing } from '../use-editing.ts';
import type { DraftKind } from './commenting.ts';
import { draftId, markPassages, passageMarks } from './passage-marks.ts';
import { passageAt, wordsOf } from './thread-places.ts';

/** The passage may be edited while the comment is being written. */
export function NewThread({ kind }: { readonly kind: DraftKind }): ReactNode {
  const messages = useMessages(threadMessages);
  const editing = useEditing();
  const { view, path, prompts } = editing;
  const { commenting } = prompts;
  const [words] = useState(() => wordsOf(view, draftId) ?? '');
  const [replacement, setReplacement] = useState(words);
  const isSuggestion = kind === 'suggestion';
  const close = () => {
    commenting.endDraft(view);
    view.focus();
  };
  const send = async (body: string) => {
    const place = view.state.field(passageMarks).passages.get(draftId);
    if (!place) return;
    const { thread } = await galley.comments.add({
      path,
      body,
      passage: passageAt(editing, place),
      ...(isSuggestion && { replacement }),
    });
    view.dispatch({
      effects: markPassages.of(
        new Map([[thread.id, { ...place, replacement: thread.replacement }]]),
      ),
    });
    commenting.endDraft(view);
    commenting.active.set(thread.id);
    await refreshThreads(path);
    toast({ text: isSuggestion ? messages.suggested : messages.added });
  };
  return (
    <section aria-label={isSuggestion ? messages.newSuggestion : messages.newComment}>
      <CommentForm
        path={path}
        label={isSuggestion ? messages.reason : messages.yourComment}
        action={isSuggestion ? messages.suggest : messages.send}
        canBeEmpty={isSuggestion}
        onCancel={close}
        onSend={send}
      >
        {words !== '' && <blockquote className={styles['quote']}>{words}</blockquote>}
        {isSuggestion && (
          <TextField
            label={messages.suggestedText}
            help={words === '' ? messages.insertHelp : messages.suggestedTextHelp}
            value={replacement}
            onChange={setReplacement}
            rows={3}
            maxLength={10_000}
          />
        )}
      </CommentForm>
    </section>
  );
}
