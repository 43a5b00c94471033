import type { MediaVersion, PendingMedia } from '@galley/sdk';
import type { ReactNode } from 'react';
import { formatBytes } from '../../lib/format.ts';
import { useMessages } from '../../lib/messages.ts';
import { parseMetadata, versionUrl } from '../media/media-metadata.ts';
import { mediaReviewMessages } from './media-review-messages.ts';
import styles from './review.module.css';

export function MediaVersions({ media }: { readonly media: PendingMedia }): ReactNode {
  const messages = useMessages(mediaReviewMessages);
  return (
    <div className={styles['mediaVersions']}>
      <Version
        {...{ path: media.path, version: 'public' as const, shown: media.public }}
        title={messages.publicVersion}
      />
      <Version
        {...{ path: media.path, version: 'pending' as const, shown: media.pending }}
        title={messages.pendingVersion}
      />
    </div>
  );
}

function Version(props: {
  readonly title: string;
  readonly path: string;
  readonly version: 'public' | 'pending';
  readonly shown: MediaVersion | null;
}): ReactNode {
  const { title, path, version, shown } = props;
  const messages = useMessages(mediaReviewMessages);
  return (
    <figure className={styles['mediaVersion']}>
      <figcaption>
        <b>{title}</b>
        {shown && <span className="soft small"> · {shapeOf(shown)}</span>}
      </figcaption>
      {shown ? (
        <>
          <Bytes shown={shown} address={versionUrl({ path, version, hash: shown.hash })} />
          <Texts shown={shown} />
        </>
      ) : (
        <p className="soft">{messages.nothing}</p>
      )}
    </figure>
  );
}

function Bytes({ shown, address }: { readonly shown: MediaVersion; readonly address: string }) {
  const messages = useMessages(mediaReviewMessages);
  if (shown.type.startsWith('image/'))
    return <img src={address} alt={parseMetadata(shown).alt} className={styles['mediaPicture']} />;
  return <a href={address}>{messages.noPicture}</a>;
}

function Texts({ shown }: { readonly shown: MediaVersion }): ReactNode {
  const messages = useMessages(mediaReviewMessages);
  const { alt, caption } = parseMetadata(shown);
  return (
    <dl className={styles['mediaTexts']}>
      <dt>{messages.alt}</dt>
      <dd>{alt || <span className="soft">{messages.none}</span>}</dd>
      <dt>{messages.caption}</dt>
      <dd>{caption || <span className="soft">{messages.none}</span>}</dd>
    </dl>
  );
}

function shapeOf({ width, height, size }: MediaVersion): string {
  const measures = width === null || height === null ? [] : [`${width} × ${height}`];
  return [...measures, formatBytes(size)].join(' · ');
}
