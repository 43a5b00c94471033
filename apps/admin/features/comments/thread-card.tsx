import type { CommentThread } from '@galley/sdk';
import { Check, RotateCcw, Trash2, X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { galley } from '../../lib/galley.ts';
import { useMessages } from '../../lib/messages.ts';
import { personName } from '../../lib/person-name.ts';
import {
  Badge,
  Button,
  classNames,
  confirmAction,
  IconButton,
  toast,
  toastProblem,
} from '../../ui/index.ts';
import { CommentForm } from './comment-form.tsx';
import { CommentItem } from './comment-item.tsx';
import styles from './comments.module.css';
import { SuggestedChange } from './suggested-change.tsx';
import { threadMessages } from './thread-messages.ts';
import { canAccept, refreshThreads } from './thread-queries.ts';

export interface ThreadCardProps {
  readonly path: string;
  readonly thread: CommentThread;
  readonly names: Readonly<Record<string, string>>;
  readonly isActive: boolean;
  /** Absent where the passage is not shown. */
  readonly onShow?: (() => void) | undefined;
  readonly onAccept: () => Promise<void>;
}

export function ThreadCard(props: ThreadCardProps): ReactNode {
  const { path, thread, names, isActive } = props;
  const messages = useMessages(threadMessages);
  const [all, setAll] = useState<CommentThread>();
  const comments = all?.comment_count === thread.comment_count ? all.comments : thread.comments;
  const hidden = thread.comment_count - comments.length;
  const isSuggestion = thread.kind === 'suggestion';
  return (
    <article
      className={classNames(styles['thread'], isActive && styles['active'])}
      data-thread-card={thread.id}
      tabIndex={-1}
      aria-label={`${isSuggestion ? messages.instead : messages.comment}: ${thread.quote ?? messages.wholeDocument}`}
    >
      <Passage {...props} />
      {isSuggestion && <SuggestedChange thread={thread} names={names} />}
      {hidden > 0 && (
        <Button
          kind="quiet"
          size="small"
          onPress={() =>
            void galley.comments.thread({ thread: thread.id }).then((found) => setAll(found.thread))
          }
        >
          {messages.earlier({ count: hidden })}
        </Button>
      )}
      <ol className={styles['list']}>
        {comments.map((comment) => (
          <CommentItem key={comment.id} {...{ path, comment, names }} />
        ))}
      </ol>
      <Decided thread={thread} names={names} />
      <ThreadActions {...props} />
    </article>
  );
}

const maxQuote = 120;

function Passage({ thread, onShow }: ThreadCardProps): ReactNode {
  const messages = useMessages(threadMessages);
  const { quote, passage, kind } = thread;
  if (quote === null) return <p className="soft small">{messages.wholeDocument}</p>;
  const text = quote.length > maxQuote ? `${quote.slice(0, maxQuote)}…` : quote;
  const isSuggestion = kind === 'suggestion';
  const notice = {
    gone: isSuggestion ? messages.goneSuggestion : messages.gone,
    edited: isSuggestion ? messages.changedSuggestion : messages.passageEdited,
    unsaved: messages.unsaved,
    found: null,
    document: null,
  }[passage];
  const isQuoteShown = !isSuggestion && quote !== '';
  return (
    <>
      {onShow ? (
        <button
          type="button"
          className={styles['quote']}
          aria-label={messages.showInText({ quote: text })}
          onClick={onShow}
        >
          {text || messages.insertion}
        </button>
      ) : (
        isQuoteShown && <blockquote className={styles['quote']}>{text}</blockquote>
      )}
      {notice !== null && thread.state === 'open' && <p className={styles['notice']}>{notice}</p>}
    </>
  );
}

function Decided(props: Pick<ThreadCardProps, 'thread' | 'names'>): ReactNode {
  const { state, decided_by: by } = props.thread;
  const messages = useMessages(threadMessages);
  if (state === 'open') return null;
  const shown = {
    resolved: messages.stateResolved,
    accepted: messages.stateAccepted,
    rejected: messages.stateRejected,
  }[state];
  const name = by === null ? '' : personName(props.names, by);
  return (
    <Badge tone={state === 'rejected' ? 'bad' : 'good'}>
      {messages.by({ state: shown, name })}
    </Badge>
  );
}

function ThreadActions({ path, thread, onAccept }: ThreadCardProps): ReactNode {
  const messages = useMessages(threadMessages);
  const [isReplying, setReplying] = useState(false);
  const [isPending, setPending] = useState(false);
  const act = async (work: () => Promise<void>) => {
    setPending(true);
    await work()
      .catch(toastProblem)
      .finally(() => setPending(false));
  };
  const { id, state, kind } = thread;
  const done = async (text: string) => {
    await refreshThreads(path);
    toast({ text });
  };
  const resolve = (resolved: boolean) => async () => {
    await galley.comments.resolve({ thread: id, resolved });
    await done(resolved ? messages.resolvedNow : messages.reopenedNow);
  };
  const reject = async () => {
    await galley.comments.reject({ path, threads: [id] });
    await done(messages.rejectedNow);
  };
  const remove = async () => {
    const title = messages.deleteThreadTitle;
    const action = kind === 'suggestion' ? messages.withdraw : messages.deleteThread;
    const isSure = await confirmAction({
      title,
      text: messages.deleteText,
      action,
      kind: 'danger',
    });
    if (!isSure) return;
    await galley.comments.removeThread({ thread: id });
    await done(messages.deleted);
  };
  if (isReplying)
    return (
      <CommentForm
        path={path}
        label={messages.yourReply}
        action={messages.reply}
        onCancel={() => setReplying(false)}
        onSend={async (body) => {
          await galley.comments.reply({ thread: id, body });
          setReplying(false);
          await done(messages.replied);
        }}
      />
    );
  return (
    <div className={classNames('row', styles['actions'])}>
      {thread.may_reply && (
        <Button size="small" onPress={() => setReplying(true)}>
          {messages.reply}
        </Button>
      )}
      {canAccept(thread) && (
        <Button size="small" icon={Check} isPending={isPending} onPress={() => void act(onAccept)}>
          {messages.accept}
        </Button>
      )}
      {thread.may_decide && (
        <Button size="small" icon={X} isPending={isPending} onPress={() => void act(reject)}>
          {messages.reject}
        </Button>
      )}
      {thread.may_resolve && (
        <Button
          size="small"
          icon={state === 'open' ? Check : RotateCcw}
          isPending={isPending}
          onPress={() => void act(resolve(state === 'open'))}
        >
          {state === 'open' ? messages.resolve : messages.reopen}
        </Button>
      )}
      {thread.may_delete && (
        <IconButton kind="quiet" size="small" icon={Trash2} onPress={() => void act(remove)}>
          {kind === 'suggestion' ? messages.withdraw : messages.deleteThread}
        </IconButton>
      )}
    </div>
  );
}
