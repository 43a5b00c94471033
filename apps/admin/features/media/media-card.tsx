import type { MediaItem } from '@galley/sdk';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Checkbox, GridListItem } from 'react-aria-components';
import { byteSize } from '../../lib/format.ts';
import { useWords } from '../../lib/words.ts';
import { Badge, Time } from '../../ui/index.ts';
import { endingOf, factsOf, folderOf } from './media-facts.ts';
import { MediaThumb } from './media-thumb.tsx';
import { mediaWords } from './words.ts';
import styles from './media.module.css';

interface EntryProps {
  readonly item: MediaItem;
  readonly isSelectable: boolean;
}

export function MediaCard({ item, isSelectable }: EntryProps): ReactNode {
  const { path, name, size } = item;
  return (
    <GridListItem id={path} textValue={name} className={styles['card']}>
      <MediaThumb item={item} />
      {isSelectable && <SelectBox name={name} />}
      <span className={styles['card-state']}>
        <States item={item} />
      </span>
      <span className={styles['card-name']} title={name}>
        <span className="cut">{factsOf(item).title || name}</span>
        <span className="soft small cut">{[shapeOf(item), byteSize(size)].join(' · ')}</span>
      </span>
    </GridListItem>
  );
}

export function MediaLine({ item, isSelectable }: EntryProps): ReactNode {
  const { path, name, size, uploaded_at, uploaded_by } = item;
  const { title } = factsOf(item);
  return (
    <GridListItem id={path} textValue={name} className={styles['line']}>
      {isSelectable && <SelectBox name={name} />}
      <MediaThumb item={item} isSmall />
      <span className={styles['line-name']}>
        <span className="cut">{title || name}</span>
        <span className="soft small cut">{title ? path : folderOf(path)}</span>
      </span>
      <span className={styles['line-state']}>
        <States item={item} />
      </span>
      <span className={styles['line-fact']}>{shapeOf(item)}</span>
      <span className={styles['line-fact']}>{byteSize(size)}</span>
      <span className={styles['line-fact']}>
        <Time at={uploaded_at} /> <span className="soft">{uploaded_by}</span>
      </span>
    </GridListItem>
  );
}

function SelectBox({ name }: { readonly name: string }): ReactNode {
  const words = useWords(mediaWords);
  return (
    <Checkbox
      slot="selection"
      className={`checkbox ${styles['select']}`}
      aria-label={words.select(name)}
    >
      {({ isSelected }) => (
        <span className="tick" aria-hidden>
          {isSelected && <Check size={13} strokeWidth={3} />}
        </span>
      )}
    </Checkbox>
  );
}

function States({ item }: { readonly item: MediaItem }): ReactNode {
  const words = useWords(mediaWords);
  if (item.problem !== null) return <Badge tone="bad">{words.broken}</Badge>;
  if (item.state === 'pending') return <Badge tone="violet">{words.pending}</Badge>;
  return item.missing_alt && <Badge tone="warn">{words.noAlt}</Badge>;
}

/** Dimensions such as `1600 × 900`, or the file extension if there are none. */
function shapeOf(item: MediaItem): string {
  const { width, height } = factsOf(item);
  return width === null || height === null
    ? endingOf(item.name).toUpperCase()
    : `${width} × ${height}`;
}
