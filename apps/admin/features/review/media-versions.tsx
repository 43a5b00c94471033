import type { MediaVersion, PendingMedia } from '@galley/sdk';
import type { ReactNode } from 'react';
import { byteSize } from '../../lib/format.ts';
import { useWords } from '../../lib/words.ts';
import { factsOf, versionAddress } from '../media/media-facts.ts';
import { mediaReviewWords } from './media-review-words.ts';
import styles from './review.module.css';

export function MediaVersions({ media }: { readonly media: PendingMedia }): ReactNode {
  const words = useWords(mediaReviewWords);
  return (
    <div className={styles['mediaVersions']}>
      <Version
        {...{ path: media.path, version: 'public' as const, shown: media.public }}
        title={words.publicVersion}
      />
      <Version
        {...{ path: media.path, version: 'pending' as const, shown: media.pending }}
        title={words.pendingVersion}
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
  const words = useWords(mediaReviewWords);
  return (
    <figure className={styles['mediaVersion']}>
      <figcaption>
        <b>{title}</b>
        {shown && <span className="soft small"> · {shapeOf(shown)}</span>}
      </figcaption>
      {shown ? (
        <>
          <Bytes shown={shown} address={versionAddress({ path, version, hash: shown.hash })} />
          <Texts shown={shown} />
        </>
      ) : (
        <p className="soft">{words.nothing}</p>
      )}
    </figure>
  );
}

function Bytes({ shown, address }: { readonly shown: MediaVersion; readonly address: string }) {
  const words = useWords(mediaReviewWords);
  if (shown.type.startsWith('image/'))
    return <img src={address} alt={factsOf(shown).alt} className={styles['mediaPicture']} />;
  return <a href={address}>{words.noPicture}</a>;
}

function Texts({ shown }: { readonly shown: MediaVersion }): ReactNode {
  const words = useWords(mediaReviewWords);
  const { alt, caption } = factsOf(shown);
  return (
    <dl className={styles['mediaTexts']}>
      <dt>{words.alt}</dt>
      <dd>{alt || <span className="soft">{words.none}</span>}</dd>
      <dt>{words.caption}</dt>
      <dd>{caption || <span className="soft">{words.none}</span>}</dd>
    </dl>
  );
}

function shapeOf({ width, height, size }: MediaVersion): string {
  const measures = width === null || height === null ? [] : [`${width} × ${height}`];
  return [...measures, byteSize(size)].join(' · ');
}
