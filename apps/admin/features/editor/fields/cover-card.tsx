import type { MediaDetail } from '@galley/sdk';
import { ImageOff } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useMessages } from '../../../lib/messages.ts';
import { contentUrl, fileName, parseMetadata } from '../../media/media-metadata.ts';
import { useEditingState } from '../use-editing.ts';
import { useCoverQuery } from './cover-item.ts';
import { fieldMessages } from './field-messages.ts';
import styles from './fields.module.css';

/** The chosen cover image, with its name instead of its path (ADD-EDIT-10). */
export function CoverCard({ image }: { readonly image: string }): ReactNode {
  const messages = useMessages(fieldMessages);
  const error = useEditingState(({ fieldErrors }) => fieldErrors['image']);
  const { path, item, isMissing } = useCoverQuery();
  return (
    <div className={styles['cover-card']} role="group" aria-label={messages.cover}>
      <span className="field-label" aria-hidden>
        {messages.cover}
      </span>
      {item && <Picture key={item.path} item={item} />}
      {isMissing && <Absent text={messages.coverMissing} />}
      {path === undefined && <Absent text={messages.coverElsewhere} />}
      <p className="breaks">{path === undefined ? image : (item?.name ?? fileName(path))}</p>
      {error && <p className="field-error">{error}</p>}
    </div>
  );
}

function Picture({ item }: { readonly item: MediaDetail }): ReactNode {
  const messages = useMessages(fieldMessages);
  const [isBroken, setBroken] = useState(false);
  const { focal_x: x, focal_y: y } = parseMetadata(item);
  if (isBroken) return <Absent text={messages.focalBroken} />;
  return (
    <img
      className={styles['cover-picture']}
      src={contentUrl(item)}
      alt={messages.coverPicture}
      style={{ objectPosition: `${(x ?? 0.5) * 100}% ${(y ?? 0.5) * 100}%` }}
      onError={() => setBroken(true)}
    />
  );
}

function Absent({ text }: { readonly text: string }): ReactNode {
  return (
    <p className={styles['cover-absent']}>
      <ImageOff aria-hidden size={24} strokeWidth={1.5} />
      {text}
    </p>
  );
}
