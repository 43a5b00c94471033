import { isProblem, type PendingMedia } from '@galley/sdk';
import { useState, type ReactNode } from 'react';
import { galley } from '../../lib/galley.ts';
import { useWords, wordsNow } from '../../lib/words.ts';
import { Button, FormDialog, Notice, Panel, Time, toast, toastProblem } from '../../ui/index.ts';
import { nameOf } from '../media/media-facts.ts';
import { refreshMedia } from '../media/media-queries.ts';
import { mediaReviewWords } from './media-review-words.ts';
import { MediaVersions } from './media-versions.tsx';
import { NoteField } from './note-field.tsx';
import styles from './review.module.css';

export function MediaReviews({ media }: { readonly media: readonly PendingMedia[] }): ReactNode {
  const words = useWords(mediaReviewWords);
  if (media.length === 0) return null;
  const title = (
    <>
      {words.media} <span className={styles['count']}>{media.length}</span>
    </>
  );
  return (
    <Panel isFlush title={title}>
      <ul className={styles['rows']}>
        {media.map((one) => (
          <MediaReview key={one.path} media={one} />
        ))}
      </ul>
    </Panel>
  );
}

function MediaReview({ media }: { readonly media: PendingMedia }): ReactNode {
  const { path, change, contributors, changed_at: at, changes_requested: requested } = media;
  const words = useWords(mediaReviewWords);
  return (
    <li className={styles['mediaReview']} aria-label={nameOf(path)}>
      <div className="row">
        <span className="grow">
          <span className={styles['rowTitle']}>{nameOf(path)}</span>
          <span className="soft small block breaks">
            {[words[change], words.changedBy(contributors.join(', '))].join(' · ')}
          </span>
        </span>
        <span className={styles['rowTime']}>
          <Time at={at} />
        </span>
      </div>
      {requested && (
        <Notice tone="warn" title={words.requested(requested.by)}>
          {requested.note}
        </Notice>
      )}
      <MediaVersions media={media} />
      <Decision media={media} />
    </li>
  );
}

function Decision({ media }: { readonly media: PendingMedia }): ReactNode {
  const words = useWords(mediaReviewWords);
  const [isAsking, setAsking] = useState(false);
  const [isPending, setPending] = useState(false);
  const disabledReason = !media.can_review && words.ownChange;
  const approve = async () => {
    setPending(true);
    try {
      await decide(media, { action: 'approve' });
    } catch (error) {
      toastProblem(error);
    } finally {
      setPending(false);
    }
  };
  return (
    <div className="row">
      <Button
        kind="primary"
        isPending={isPending}
        disabledReason={disabledReason}
        onPress={() => void approve()}
      >
        {words.approve}
      </Button>
      <Button disabledReason={disabledReason} onPress={() => setAsking(true)}>
        {words.requestChanges}
      </Button>
      {isAsking && <RequestDialog media={media} onClose={() => setAsking(false)} />}
    </div>
  );
}

function RequestDialog(props: {
  readonly media: PendingMedia;
  readonly onClose: () => void;
}): ReactNode {
  const { media, onClose } = props;
  const words = useWords(mediaReviewWords);
  const [note, setNote] = useState('');
  return (
    <FormDialog
      title={words.requestTitle(nameOf(media.path))}
      action={words.requestChanges}
      onClose={onClose}
      onSubmit={async () => {
        await decide(media, { action: 'request_changes', note: note.trim() });
        onClose();
      }}
      disabledReason={note.trim() === '' && words.noteAbout}
    >
      <p className="soft">{words.requestAbout}</p>
      <NoteField value={note} onChange={setNote} about={words.noteAbout} />
    </FormDialog>
  );
}

/** Decides on the displayed version only. */
async function decide(
  { path, hash }: PendingMedia,
  decision: { readonly action: 'approve' | 'request_changes'; readonly note?: string },
): Promise<void> {
  const words = wordsNow(mediaReviewWords);
  try {
    await galley.media.review({ path, expected_hash: hash, ...decision });
    toast({ text: decision.action === 'approve' ? words.approved : words.sentBack });
  } catch (error) {
    if (!isProblem(error, 'stale_revision')) throw error;
    toast({ text: words.stale, tone: 'bad' });
  }
  await refreshMedia();
}
