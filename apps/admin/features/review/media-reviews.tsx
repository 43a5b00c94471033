import { isProblem, type PendingMedia } from '@galley/sdk';
import { useState, type ReactNode } from 'react';
import { galley } from '../../lib/galley.ts';
import { useMessages, currentMessages } from '../../lib/messages.ts';
import { Button, FormDialog, Notice, Panel, Time, toast, toastProblem } from '../../ui/index.ts';
import { fileName } from '../media/media-metadata.ts';
import { refreshMedia } from '../media/media-queries.ts';
import { mediaReviewMessages } from './media-review-messages.ts';
import { MediaVersions } from './media-versions.tsx';
import { NoteField } from './note-field.tsx';
import styles from './review.module.css';

export function MediaReviews({ media }: { readonly media: readonly PendingMedia[] }): ReactNode {
  const messages = useMessages(mediaReviewMessages);
  if (media.length === 0) return null;
  const title = (
    <>
      {messages.media} <span className={styles['count']}>{media.length}</span>
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
  const messages = useMessages(mediaReviewMessages);
  return (
    <li className={styles['mediaReview']} aria-label={fileName(path)}>
      <div className="row">
        <span className="grow">
          <span className={styles['rowTitle']}>{fileName(path)}</span>
          <span className="soft small block breaks">
            {[messages[change], messages.changedBy({ names: contributors.join(', ') })].join(' · ')}
          </span>
        </span>
        <span className={styles['rowTime']}>
          <Time at={at} />
        </span>
      </div>
      {requested && (
        <Notice tone="warn" title={messages.requested({ name: requested.by })}>
          {requested.note}
        </Notice>
      )}
      <MediaVersions media={media} />
      <Decision media={media} />
    </li>
  );
}

function Decision({ media }: { readonly media: PendingMedia }): ReactNode {
  const messages = useMessages(mediaReviewMessages);
  const [isAsking, setAsking] = useState(false);
  const [isPending, setPending] = useState(false);
  const disabledReason = !media.can_review && messages.ownChange;
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
        {messages.approve}
      </Button>
      <Button disabledReason={disabledReason} onPress={() => setAsking(true)}>
        {messages.requestChanges}
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
  const messages = useMessages(mediaReviewMessages);
  const [note, setNote] = useState('');
  return (
    <FormDialog
      title={messages.requestTitle({ name: fileName(media.path) })}
      action={messages.requestChanges}
      onClose={onClose}
      onSubmit={async () => {
        await decide(media, { action: 'request_changes', note: note.trim() });
        onClose();
      }}
      disabledReason={note.trim() === '' && messages.noteAbout}
    >
      <p className="soft">{messages.requestAbout}</p>
      <NoteField value={note} onChange={setNote} about={messages.noteAbout} />
    </FormDialog>
  );
}

/** Decides on the displayed version only. */
async function decide(
  { path, hash }: PendingMedia,
  decision: { readonly action: 'approve' | 'request_changes'; readonly note?: string },
): Promise<void> {
  const messages = currentMessages(mediaReviewMessages);
  try {
    await galley.media.review({ path, expected_hash: hash, ...decision });
    toast({ text: decision.action === 'approve' ? messages.approved : messages.sentBack });
  } catch (error) {
    if (!isProblem(error, 'stale_revision')) throw error;
    toast({ text: messages.stale, tone: 'bad' });
  }
  await refreshMedia();
}
