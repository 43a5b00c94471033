import type { MediaItem } from '@galley/sdk';
import { AudioLines, File, Film, ImageOff, type LucideIcon } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { classNames } from '../../ui/index.ts';
import { fileExtension, parseMetadata, kindOf, versionUrl } from './media-metadata.ts';
import type { Kind } from './media-filters.ts';
import styles from './media.module.css';

const icons: Record<Kind, LucideIcon> = {
  image: ImageOff,
  video: Film,
  audio: AudioLines,
  document: File,
};

type ThumbItem = Pick<MediaItem, 'name' | 'type' | 'thumbnail_url' | 'metadata' | 'problem'> &
  Partial<Pick<MediaItem, 'path' | 'state'>>;

/** The box has a fixed size, so that loading does not shift the layout. */
export function MediaThumb({
  item,
  isSmall = false,
}: {
  readonly item: ThumbItem;
  readonly isSmall?: boolean;
}): ReactNode {
  const [broken, setBroken] = useState<string | null>(null);
  const { name, problem } = item;
  const address = thumbnailOf(item);
  const Icon = icons[kindOf(item)];
  const isShown = address !== null && address !== broken && problem === null;
  return (
    <span className={classNames(styles['thumb'], isSmall && styles['small'])}>
      {isShown ? (
        <img
          src={address}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          onError={() => setBroken(address)}
          style={positionOf(item)}
        />
      ) : (
        <span className={styles['stand-in']}>
          <Icon aria-hidden size={isSmall ? 18 : 28} strokeWidth={1.5} />
          {!isSmall && <span>{fileExtension(name).slice(0, 6)}</span>}
        </span>
      )}
    </span>
  );
}

/** For a pending change, the public thumbnail shows the version before. */
function thumbnailOf(item: ThumbItem): string | null {
  const { path, state, thumbnail_url: address } = item;
  if (state !== 'pending' || path === undefined || kindOf(item) !== 'image') return address;
  return versionUrl({ path, version: 'pending', hash: parseMetadata(item).hash });
}

function positionOf(item: Pick<MediaItem, 'metadata'>): { readonly objectPosition?: string } {
  const { focal_x: x, focal_y: y } = parseMetadata(item);
  return x === null || y === null ? {} : { objectPosition: `${x * 100}% ${y * 100}%` };
}
