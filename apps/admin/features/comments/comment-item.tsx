import type { Comment } from '@galley/sdk';
import { Pencil, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { galley } from '../../lib/galley.ts';
import { useMessages } from '../../lib/messages.ts';
import { personName } from '../../lib/person-name.ts';
import { confirmAction, IconButton, Time, toast, toastProblem } from '../../ui/index.ts';
import { CommentForm } from './comment-form.tsx';
import styles from './comments.module.css';
import { threadMessages } from './thread-messages.ts';
import { refreshThreads } from './thread-queries.ts';

export function CommentItem(props: {
  readonly path: string;
  readonly comment: Comment;
  readonly names: Readonly<Record<string, string>>;
}): ReactNode {
  const { path, comment, names } = props;
  const messages = useMessages(threadMessages);
  const [isEditing, setEditing] = useState(false);
  const { id, author, guest_name: guest, body, created_at: at, edited_at: editedAt } = comment;
  const name = author === null ? messages.guest({ name: guest ?? '' }) : personName(names, author);
  const remove = async () => {
    const { deleteTitle: title, deleteText: text, deleteComment: action } = messages;
    if (!(await confirmAction({ title, text, action, kind: 'danger' }))) return;
    await galley.comments.remove({ id });
    await refreshThreads(path);
    toast({ text: messages.deleted });
  };
  return (
    <li className={styles['comment']}>
      <p className={styles['by']}>
        <strong className="breaks">{name}</strong>
        <span className="soft small grow">
          <Time at={at} />
          {editedAt !== null && ` · ${messages.edited}`}
        </span>
        {comment.may_edit && !isEditing && (
          <IconButton kind="quiet" size="small" icon={Pencil} onPress={() => setEditing(true)}>
            {messages.edit}
          </IconButton>
        )}
        {comment.may_delete && (
          <IconButton
            kind="quiet"
            size="small"
            icon={Trash2}
            onPress={() => void remove().catch(toastProblem)}
          >
            {messages.deleteComment}
          </IconButton>
        )}
      </p>
      {isEditing ? (
        <CommentForm
          path={path}
          label={messages.yourComment}
          action={messages.save}
          initial={body}
          onCancel={() => setEditing(false)}
          onSend={async (changed) => {
            await galley.comments.edit({ id, body: changed });
            await refreshThreads(path);
            setEditing(false);
          }}
        />
      ) : (
        <p className={styles['body']}>{body}</p>
      )}
    </li>
  );
}
