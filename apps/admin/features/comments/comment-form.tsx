import { useQuery } from '@tanstack/react-query';
import {
  useEffect,
  useRef,
  useState,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { useMessages } from '../../lib/messages.ts';
import { Button, ErrorNotice, TextField } from '../../ui/index.ts';
import { peopleQuery } from '../documents/queries.ts';
import styles from './comments.module.css';
import { threadMessages } from './thread-messages.ts';

interface CommentFormProps {
  readonly path: string;
  readonly label: string;
  readonly action: string;
  readonly initial?: string;
  readonly canBeEmpty?: boolean;
  readonly hasFocus?: boolean;
  /** Above the comment. */
  readonly children?: ReactNode;
  readonly onSend: (body: string) => Promise<void>;
  readonly onCancel: () => void;
}

const maxOffered = 5;

/** Ctrl+Enter sends, Escape cancels. Keys do not reach the dialogs and shortcuts around it. */
export function CommentForm(props: CommentFormProps): ReactNode {
  const { path, label, action, initial = '', canBeEmpty = false, hasFocus = true } = props;
  const { children, onSend, onCancel } = props;
  const messages = useMessages(threadMessages);
  const [body, setBody] = useState(initial);
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (hasFocus) form.current?.querySelector('textarea')?.focus();
  }, [hasFocus]);
  const isMissing = !canBeEmpty && body.trim() === '';
  const send = async () => {
    if (isPending || isMissing) return;
    setPending(true);
    setError(null);
    try {
      await onSend(body.trim());
    } catch (problem) {
      setError(problem);
      setPending(false);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      onCancel();
    } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send();
  };
  const mention = (username: string) => {
    setBody(body.replace(/@[\w.-]*$/, `@${username} `));
    form.current?.querySelector<HTMLElement>('textarea[data-comment], textarea')?.focus();
  };
  return (
    <form ref={form} className={styles['form']} onSubmit={submit} onKeyDown={onKeyDown} noValidate>
      <ErrorNotice error={error} />
      {children}
      <TextField
        label={label}
        value={body}
        onChange={setBody}
        rows={3}
        maxLength={5_000}
        help={messages.commentHelp}
      />
      <MentionChoice path={path} body={body} onChoose={mention} />
      <div className="row">
        <Button
          type="submit"
          size="small"
          kind="primary"
          isPending={isPending}
          disabledReason={isMissing && messages.needsText}
        >
          {action}
        </Button>
        <Button size="small" onPress={onCancel}>
          {messages.cancel}
        </Button>
      </div>
    </form>
  );
}

function MentionChoice(props: {
  readonly path: string;
  readonly body: string;
  readonly onChoose: (username: string) => void;
}): ReactNode {
  const { path, body, onChoose } = props;
  const messages = useMessages(threadMessages);
  const typed = /(?:^|\s)@([\w.-]*)$/.exec(body)?.[1];
  const { data = [] } = useQuery({
    ...peopleQuery(path, typed ?? ''),
    enabled: typed !== undefined,
  });
  if (typed === undefined || data.length === 0) return null;
  return (
    <ul className={styles['people']}>
      {data.slice(0, maxOffered).map(({ username, name }) => (
        <li key={username}>
          <button
            type="button"
            className="list-item"
            aria-label={messages.mention({ name: name || username })}
            onClick={() => onChoose(username)}
          >
            {name || username} <span className="soft">@{username}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
