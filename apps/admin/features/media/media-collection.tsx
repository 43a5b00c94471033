import type { MediaItem } from '@galley/sdk';
import type { KeyboardEvent as KeyPress, ReactNode } from 'react';
import {
  GridLayout,
  GridList,
  GridListLoadMoreItem,
  ListLayout,
  Size,
  Virtualizer,
} from 'react-aria-components';
import { useMessages } from '../../lib/messages.ts';
import { Spinner } from '../../ui/index.ts';
import { MediaCard, MediaLine } from './media-card.tsx';
import { mediaMessages } from './messages.ts';
import styles from './media.module.css';

export type MediaView = 'grid' | 'list';

export interface MediaCollectionProps {
  readonly items: readonly MediaItem[];
  readonly view: MediaView;
  /** Called on Enter, and on a press while nothing is selected. */
  readonly onOpen: (path: string) => void;
  /** Without it, selection is off. */
  readonly selected?: ReadonlySet<string>;
  readonly onSelect?: (paths: ReadonlySet<string>) => void;
  readonly isLoadingMore: boolean;
  readonly onLoadMore: () => void;
}

const cards = {
  minItemSize: new Size(148, 178),
  maxItemSize: new Size(260, 312),
  minSpace: new Size(12, 12),
  maxHorizontalSpace: 16,
  preserveAspectRatio: true,
};
const lines = { rowHeight: 60 };

export function MediaCollection(props: MediaCollectionProps): ReactNode {
  const { items, view, onOpen, selected, onSelect } = props;
  const messages = useMessages(mediaMessages);
  const isGrid = view === 'grid';
  const list = (
    <GridList
      aria-label={messages.grid}
      className={styles['collection']}
      layout={isGrid ? 'grid' : 'stack'}
      selectionMode={onSelect ? 'multiple' : 'none'}
      selectedKeys={selected ?? none}
      onSelectionChange={(keys) => onSelect?.(pathsOf(keys, items))}
      onAction={(key) => onOpen(String(key))}
      disallowTypeAhead
    >
      <Contents {...props} />
    </GridList>
  );
  return (
    <div onKeyDownCapture={(event) => takeKey(event, props)}>
      {isGrid ? (
        <Virtualizer key="grid" layout={GridLayout} layoutOptions={cards}>
          {list}
        </Virtualizer>
      ) : (
        <Virtualizer key="list" layout={ListLayout} layoutOptions={lines}>
          {list}
        </Virtualizer>
      )}
    </div>
  );
}

const none: ReadonlySet<string> = new Set();

function Contents({
  items,
  view,
  onSelect,
  isLoadingMore,
  onLoadMore,
}: MediaCollectionProps): ReactNode {
  const isSelectable = onSelect !== undefined;
  return (
    <>
      {items.map((item) =>
        view === 'grid' ? (
          <MediaCard key={item.path} item={item} isSelectable={isSelectable} />
        ) : (
          <MediaLine key={item.path} item={item} isSelectable={isSelectable} />
        ),
      )}
      <GridListLoadMoreItem
        className={styles['more']}
        isLoading={isLoadingMore}
        onLoadMore={onLoadMore}
      >
        <Spinner />
      </GridListLoadMoreItem>
    </>
  );
}

/** Keeps sets other than `all` unchanged: they remember the start of a range. */
function pathsOf(
  keys: 'all' | ReadonlySet<unknown>,
  items: readonly MediaItem[],
): ReadonlySet<string> {
  return keys === 'all' ? new Set(items.map(({ path }) => path)) : (keys as ReadonlySet<string>);
}

/** Enter opens a file during a selection too. */
function takeKey(event: KeyPress, { onOpen, onSelect }: MediaCollectionProps): void {
  const row = event.target as HTMLElement;
  const path = row.role === 'row' ? row.dataset['key'] : undefined;
  if (path === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === 'Enter') onOpen(path);
  else if (event.key === 'x' && onSelect) {
    // Sends a space key, so that later range selections start here.
    for (const type of ['keydown', 'keyup'])
      row.dispatchEvent(new KeyboardEvent(type, { key: ' ', code: 'Space', bubbles: true }));
  } else return;
  event.preventDefault();
  event.stopPropagation();
}
