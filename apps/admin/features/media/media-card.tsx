import type { MediaItem } from '@galley/sdk';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Checkbox, GridListItem } from 'react-aria-components';
import { formatBytes } from '../../lib/format.ts';
import { useMessages } from '../../lib/messages.ts';
import { Badge, Time } from '../../ui/index.ts';
import { fileExtension, parseMetadata, folderOf } from './media-metadata.ts';
import { MediaThumb } from './media-thumb.tsx';
import { mediaMessages } from './messages.ts';
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
        <span className="cut">{parseMetadata(item).title || name}</span>
        <span className="soft small cut">{[shapeOf(item), formatBytes(size)].join(' · ')}</span>
      </span>
    </GridListItem>
  );
}

export function MediaLine({ item, isSelectable }: EntryProps): ReactNode {
  const { path, name, size, uploaded_at, uploaded_by } = item;
  const { title } = parseMetadata(item);
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
      <span className={styles['line-fact']}>{formatBytes(size)}</span>
      <span className={styles['line-fact']}>
        <Time at={uploaded_at} /> <span className="soft">{uploaded_by}</span>
      </span>
    </GridListItem>
  );
}

function SelectBox({ name }: { readonly name: string }): ReactNode {
  const messages = useMessages(mediaMessages);
  return (
    <Checkbox
      slot="selection"
      className={`checkbox ${styles['select']}`}
      aria-label={messages.select({ name })}
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
  const messages = useMessages(mediaMessages);
  if (item.problem !== null) return <Badge tone="bad">{messages.broken}</Badge>;
  if (item.state === 'pending') return <Badge tone="violet">{messages.pending}</Badge>;
  return item.missing_alt && <Badge tone="warn">{messages.noAlt}</Badge>;
}

function shapeOf(item: MediaItem): string {
  const { width, height } = parseMetadata(item);
  return width === null || height === null
    ? fileExtension(item.name).toUpperCase()
    : `${width} × ${height}`;
}
