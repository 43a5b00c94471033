import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { useMessages } from '../../lib/messages.ts';
import { Button, Panel, TextField, Time } from '../../ui/index.ts';
import { isSamePlace, type LinePlace } from './comment-drafts.ts';
import { commentMessages } from './comment-messages.ts';
import type { PatchLine } from './parse-patch.ts';
import { usePatchReview, type PatchReview, type SentComment } from './patch-review.tsx';
import styles from './patch.module.css';

/** The old side only for removed lines, so that each line has one place. */
export function placeOf(path: string, { sign, old, now }: PatchLine): LinePlace {
  return sign === '-' ? { path, side: 'old', line: old! } : { path, side: 'new', line: now! };
}

/** Line number, as a button where the user may comment. Arrow keys move between the lines of a file. */
export function LineNumber(props: {
  readonly path: string;
  readonly line: PatchLine | null;
  readonly side: 'old' | 'new';
}): ReactNode {
  const { path, line, side } = props;
  const messages = useMessages(commentMessages);
  const review = usePatchReview();
  if (!line) return <td className={styles['number']} />;
  const number = side === 'old' ? line.old : line.now;
  const place = placeOf(path, line);
  if (!review?.canComment || place.side !== side || number === null)
    return <td className={styles['number']}>{number}</td>;
  const name =
    side === 'old'
      ? messages.commentOnRemoved({ line: number })
      : messages.commentOnLine({ line: number });
  return (
    <td className={styles['number']}>
      <button
        type="button"
        data-line
        tabIndex={-1}
        className={styles['lineButton']}
        aria-label={name}
        title={name}
        onClick={() => review.setOpen(place)}
      >
        {number}
      </button>
    </td>
  );
}

/** Comments and the draft of a line, in a row below it. */
export function LineComments(props: {
  readonly path: string;
  readonly line: PatchLine | null;
  readonly columns: number;
}): ReactNode {
  const { path, line, columns } = props;
  const review = usePatchReview();
  if (!review || !line) return null;
  const place = placeOf(path, line);
  const sent = review.comments.filter((one) => isSamePlace(one, place));
  const draft = review.drafts.find((one) => isSamePlace(one, place));
  const isOpen = review.open !== null && isSamePlace(review.open, place);
  if (sent.length === 0 && !draft && !isOpen) return null;
  return (
    <tr>
      <td colSpan={columns} className={styles['comments']}>
        {sent.map((comment) => (
          <SentComment key={comment.id} comment={comment} />
        ))}
        {isOpen ? (
          <CommentForm place={place} body={draft?.body ?? ''} />
        ) : (
          draft && <DraftComment place={place} body={draft.body} />
        )}
      </td>
    </tr>
  );
}

export function SentComment({ comment }: { readonly comment: SentComment }): ReactNode {
  return (
    <div className={styles['comment']}>
      <p className="small soft">
        {comment.author} · <Time at={comment.created_at} />
      </p>
      <p className={styles['commentText']}>{comment.body}</p>
    </div>
  );
}

function CommentForm(props: { readonly place: LinePlace; readonly body: string }): ReactNode {
  const { place, body } = props;
  const messages = useMessages(commentMessages);
  const review = usePatchReview();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.querySelector('textarea')?.focus(), []);
  const close = () => {
    focusLine(box.current);
    review?.setOpen(null);
  };
  return (
    <div
      ref={box}
      className={styles['comment']}
      onKeyDown={(event) => {
        if (event.key === 'Escape') close();
      }}
    >
      <TextField
        label={
          place.side === 'old'
            ? messages.commentOnRemoved({ line: place.line })
            : messages.commentOnLine({ line: place.line })
        }
        help={messages.draftHelp}
        value={body}
        onChange={(next) => review?.write(place, next)}
        rows={3}
        maxLength={2000}
      />
      <div className="row">
        <Button size="small" kind="primary" onPress={close}>
          {messages.done}
        </Button>
        <Button
          size="small"
          kind="quiet"
          onPress={() => {
            review?.write(place, '');
            close();
          }}
        >
          {messages.discard}
        </Button>
      </div>
    </div>
  );
}

/** The form disappears: the focus returns to the number of its line. */
function focusLine(box: HTMLElement | null): void {
  let row = box?.closest('tr')?.previousElementSibling;
  while (row && !row.querySelector('[data-line]')) row = row.previousElementSibling;
  row?.querySelector<HTMLElement>('[data-line]')?.focus();
}

function DraftComment(props: { readonly place: LinePlace; readonly body: string }): ReactNode {
  const { place, body } = props;
  const messages = useMessages(commentMessages);
  const review = usePatchReview();
  return (
    <div className={styles['comment']}>
      <p className="small soft">{messages.draft}</p>
      <p className={styles['commentText']}>{body}</p>
      {review?.canComment && (
        <Button size="small" kind="quiet" onPress={() => review.setOpen(place)}>
          {messages.edit}
        </Button>
      )}
    </div>
  );
}

/** Comments on earlier patches, and unsent drafts of them. */
export function OutdatedComments({ review }: { readonly review: PatchReview }): ReactNode {
  const messages = useMessages(commentMessages);
  if (review.otherComments.length + review.outdatedDrafts.length === 0) return null;
  return (
    <Panel title={messages.outdated}>
      <ul className={styles['outdated']}>
        {review.otherComments.map((comment) => (
          <li key={comment.id}>
            <p className="small breaks">
              {comment.path}, {messages.line({ line: comment.line })}
            </p>
            <blockquote className={styles['quote']}>{comment.quote}</blockquote>
            <SentComment comment={comment} />
          </li>
        ))}
        {review.outdatedDrafts.map((draft) => (
          <li key={`${draft.path} ${draft.side} ${draft.line}`}>
            <p className="small breaks">
              {draft.path}, {messages.line({ line: draft.line })} · {messages.unsent}
            </p>
            <p className={styles['commentText']}>{draft.body}</p>
          </li>
        ))}
      </ul>
      {review.outdatedDrafts.length > 0 && (
        <Button size="small" onPress={() => review.discard(review.outdatedDrafts)}>
          {messages.discardUnsent}
        </Button>
      )}
    </Panel>
  );
}

/** Puts a single line button per file into the tab order; arrow keys move between them. */
export function useLineKeys() {
  const table = useRef<HTMLTableElement>(null);
  useEffect(() => {
    const buttons = lineButtons(table.current);
    if (!buttons.some(({ tabIndex }) => tabIndex === 0) && buttons[0]) buttons[0].tabIndex = 0;
  });
  return {
    ref: table,
    onKeyDown(event: KeyboardEvent) {
      const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      const buttons = lineButtons(table.current);
      const at = buttons.indexOf(event.target as HTMLButtonElement);
      const next = by === undefined || at < 0 ? undefined : buttons[at + by];
      if (!next) return;
      event.preventDefault();
      for (const button of buttons) button.tabIndex = -1;
      next.tabIndex = 0;
      next.focus();
    },
  };
}

function lineButtons(table: HTMLElement | null): HTMLButtonElement[] {
  return [...(table?.querySelectorAll<HTMLButtonElement>('[data-line]') ?? [])];
}
