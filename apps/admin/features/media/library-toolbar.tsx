import type { MediaItem } from '@galley/sdk';
import { CopyCheck, LayoutGrid, List, MessageSquareOff } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useSession } from '../../app/session.ts';
import { useShortcut } from '../../lib/shortcuts.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button, IconButton, Select, TextField } from '../../ui/index.ts';
import type { MediaView } from './media-collection.tsx';
import { kinds, sorts, type MediaAddress } from './media-filters.ts';
import { mediaMessages } from './messages.ts';
import styles from './media.module.css';

interface ToolbarProps {
  readonly address: MediaAddress;
  readonly items: readonly MediaItem[];
  readonly view: MediaView;
  readonly setView: (view: MediaView) => void;
}

export function LibraryToolbar({ address, items, view, setView }: ToolbarProps): ReactNode {
  const messages = useMessages(mediaMessages);
  const { filters, change } = address;
  return (
    <div className={styles['toolbar']} role="search" aria-label={messages.search}>
      <SearchField address={address} />
      <KindSelect address={address} />
      <ByWhomSelect address={address} items={items} />
      <Select
        className={styles['choice']}
        label={messages.sort}
        isLabelHidden
        value={filters.sort}
        onChange={(sort) => change({ sort: sort === 'uploaded_at' ? undefined : sort })}
        options={sorts.map((id) => ({ id, label: messages[id] }))}
      />
      <div className={styles['toggles']}>
        <Button
          icon={MessageSquareOff}
          isPressed={filters.isAltMissing}
          onPress={() => change({ alt: filters.isAltMissing ? undefined : 'missing' })}
        >
          {messages.altMissing}
        </Button>
        <Button
          icon={CopyCheck}
          isPressed={filters.isDuplicate}
          onPress={() => change({ duplicates: filters.isDuplicate ? undefined : 'yes' })}
        >
          {messages.duplicates}
        </Button>
      </div>
      <ViewChoice view={view} setView={setView} />
    </div>
  );
}

function ViewChoice({ view, setView }: Pick<ToolbarProps, 'view' | 'setView'>): ReactNode {
  const messages = useMessages(mediaMessages);
  return (
    <div className={styles['views']} role="group" aria-label={messages.view}>
      <IconButton
        icon={LayoutGrid}
        kind="quiet"
        shortcut="v"
        isPressed={view === 'grid'}
        onPress={() => setView('grid')}
      >
        {messages.asGrid}
      </IconButton>
      <IconButton
        icon={List}
        kind="quiet"
        shortcut="v"
        isPressed={view === 'list'}
        onPress={() => setView('list')}
      >
        {messages.asList}
      </IconButton>
    </div>
  );
}

/** Delay between the last key and the request, in milliseconds. */
const pause = 250;

function SearchField({ address }: { readonly address: MediaAddress }): ReactNode {
  const messages = useMessages(mediaMessages);
  const { filters, change } = address;
  const [typed, setTyped] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const frame = useRef<HTMLDivElement>(null);
  // A pending search must not navigate back to a page that was left.
  useEffect(() => () => clearTimeout(timer.current), []);
  const find = (text: string) => {
    clearTimeout(timer.current);
    if (text.trim() !== filters.q) change({ q: text.trim() || undefined }, true);
  };
  const search = (text: string) => {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => find(text), pause);
  };
  useShortcut({
    keys: '/',
    label: messages.search,
    run: () => frame.current?.querySelector('input')?.focus(),
  });
  return (
    <div ref={frame} className={styles['search']}>
      <TextField
        label={messages.search}
        isLabelHidden
        type="search"
        placeholder={messages.searchHint}
        value={typed ?? filters.q}
        onChange={search}
        onBlur={() => {
          if (typed !== null) find(typed);
          setTyped(null);
        }}
        maxLength={500}
      />
    </div>
  );
}

function KindSelect({ address }: { readonly address: MediaAddress }): ReactNode {
  const messages = useMessages(mediaMessages);
  const { filters, change } = address;
  return (
    <Select
      className={styles['choice']}
      label={messages.kind}
      isLabelHidden
      value={filters.kind ?? 'any'}
      onChange={(kind) => change({ kind: kind === 'any' ? undefined : kind })}
      options={[
        { id: 'any', label: messages.anyKind },
        ...kinds.map((id) => ({ id, label: messages[id] })),
      ]}
    />
  );
}

function ByWhomSelect({ address, items }: Pick<ToolbarProps, 'address' | 'items'>): ReactNode {
  const messages = useMessages(mediaMessages);
  const { username } = useSession();
  const { filters, change } = address;
  const [met, setMet] = useState<readonly string[]>([]);
  const found = items.map((item) => item.uploaded_by).filter((name) => !met.includes(name));
  // Keeps uploaders selectable while a filter hides their files.
  if (found.length > 0) setMet([...new Set([...met, ...found])]);
  const others = [...new Set([...met, ...(filters.by ? [filters.by] : [])])]
    .filter((name) => name !== username && name !== '')
    .toSorted();
  return (
    <Select
      className={styles['choice']}
      label={messages.uploadedBy}
      isLabelHidden
      value={filters.by ?? '*'}
      onChange={(by) => change({ by: by === '*' ? undefined : by })}
      options={[
        { id: '*', label: messages.anybody },
        { id: username, label: messages.me },
        ...others.map((id) => ({ id, label: messages.byWhom({ name: id }) })),
      ]}
    />
  );
}
