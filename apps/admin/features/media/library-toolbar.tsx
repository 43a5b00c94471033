import type { MediaItem } from '@galley/sdk';
import { CopyCheck, LayoutGrid, List, MessageSquareOff } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useSession } from '../../app/session.ts';
import { useShortcut } from '../../lib/shortcuts.ts';
import { useWords } from '../../lib/words.ts';
import { Button, IconButton, Select, TextField } from '../../ui/index.ts';
import type { MediaView } from './media-collection.tsx';
import { kinds, sorts, type MediaAddress } from './media-filters.ts';
import { mediaWords } from './words.ts';
import styles from './media.module.css';

interface ToolbarProps {
  readonly address: MediaAddress;
  readonly items: readonly MediaItem[];
  readonly view: MediaView;
  readonly setView: (view: MediaView) => void;
}

export function LibraryToolbar({ address, items, view, setView }: ToolbarProps): ReactNode {
  const words = useWords(mediaWords);
  const { filters, change } = address;
  return (
    <div className={styles['toolbar']} role="search" aria-label={words.search}>
      <SearchField address={address} />
      <KindSelect address={address} />
      <ByWhomSelect address={address} items={items} />
      <Select
        className={styles['choice']}
        label={words.sort}
        isLabelHidden
        value={filters.sort}
        onChange={(sort) => change({ sort: sort === 'uploaded_at' ? undefined : sort })}
        options={sorts.map((id) => ({ id, label: words[id] }))}
      />
      <div className={styles['toggles']}>
        <Button
          icon={MessageSquareOff}
          isPressed={filters.isAltMissing}
          onPress={() => change({ alt: filters.isAltMissing ? undefined : 'missing' })}
        >
          {words.altMissing}
        </Button>
        <Button
          icon={CopyCheck}
          isPressed={filters.isDuplicate}
          onPress={() => change({ duplicates: filters.isDuplicate ? undefined : 'yes' })}
        >
          {words.duplicates}
        </Button>
      </div>
      <ViewChoice view={view} setView={setView} />
    </div>
  );
}

function ViewChoice({ view, setView }: Pick<ToolbarProps, 'view' | 'setView'>): ReactNode {
  const words = useWords(mediaWords);
  return (
    <div className={styles['views']} role="group" aria-label={words.view}>
      <IconButton
        icon={LayoutGrid}
        kind="quiet"
        shortcut="v"
        isPressed={view === 'grid'}
        onPress={() => setView('grid')}
      >
        {words.asGrid}
      </IconButton>
      <IconButton
        icon={List}
        kind="quiet"
        shortcut="v"
        isPressed={view === 'list'}
        onPress={() => setView('list')}
      >
        {words.asList}
      </IconButton>
    </div>
  );
}

/** Delay between the last key and the request, in milliseconds. */
const pause = 250;

function SearchField({ address }: { readonly address: MediaAddress }): ReactNode {
  const words = useWords(mediaWords);
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
    label: words.search,
    run: () => frame.current?.querySelector('input')?.focus(),
  });
  return (
    <div ref={frame} className={styles['search']}>
      <TextField
        label={words.search}
        isLabelHidden
        type="search"
        placeholder={words.searchHint}
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
  const words = useWords(mediaWords);
  const { filters, change } = address;
  return (
    <Select
      className={styles['choice']}
      label={words.kind}
      isLabelHidden
      value={filters.kind ?? 'any'}
      onChange={(kind) => change({ kind: kind === 'any' ? undefined : kind })}
      options={[
        { id: 'any', label: words.anyKind },
        ...kinds.map((id) => ({ id, label: words[id] })),
      ]}
    />
  );
}

/** Filters by uploader: those of the loaded files, and the signed-in user. */
function ByWhomSelect({ address, items }: Pick<ToolbarProps, 'address' | 'items'>): ReactNode {
  const words = useWords(mediaWords);
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
      label={words.uploadedBy}
      isLabelHidden
      value={filters.by ?? '*'}
      onChange={(by) => change({ by: by === '*' ? undefined : by })}
      options={[
        { id: '*', label: words.anybody },
        { id: username, label: words.me },
        ...others.map((id) => ({ id, label: words.byWhom(id) })),
      ]}
    />
  );
}
