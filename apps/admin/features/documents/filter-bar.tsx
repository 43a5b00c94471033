import { ArrowDownUp, Check, LayoutList, Search, SquareKanban, X } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { Button as AriaButton, Input, SearchField } from 'react-aria-components';
import { statusName } from '../../lib/document-status.ts';
import { useShortcut } from '../../lib/shortcuts.ts';
import { useWords } from '../../lib/words.ts';
import { Button, IconButton, Menu, type MenuAction } from '../../ui/index.ts';
import styles from './documents.module.css';
import { FilterPopover } from './filter-popover.tsx';
import {
  narrowing,
  orderOf,
  sortOf,
  type ChangeFilters,
  type Filters,
  type Sort,
} from './filters.ts';
import { useTyped } from './use-typed.ts';
import { documentWords } from './words.ts';

interface Props {
  readonly filters: Filters;
  readonly onChange: ChangeFilters;
}

export function FilterBar({ filters, onChange }: Props): ReactNode {
  const words = useWords(documentWords);
  const isBoard = filters.view === 'board';
  return (
    <div className={styles.bar}>
      <WordsField filters={filters} onChange={onChange} />
      <FilterPopover filters={filters} onChange={onChange} />
      <SortMenu filters={filters} onChange={onChange} />
      <span className={styles.layouts}>
        <IconButton
          kind="quiet"
          icon={LayoutList}
          isPressed={!isBoard}
          onPress={() => onChange({ view: '' })}
        >
          {words.list}
        </IconButton>
        <IconButton
          kind="quiet"
          icon={SquareKanban}
          isPressed={isBoard}
          onPress={() => onChange({ view: 'board', status: '' })}
        >
          {words.board}
        </IconButton>
      </span>
      <Chips filters={filters} onChange={onChange} />
    </div>
  );
}

/** Search field; the address follows the typed text after a delay. */
function WordsField({ filters: { q }, onChange }: Props): ReactNode {
  const words = useWords(documentWords);
  const input = useRef<HTMLInputElement>(null);
  const { text, type, send } = useTyped(q, (next) => onChange({ q: next }, { isTyping: true }));
  useShortcut({ keys: '/', label: words.toSearch, run: () => input.current?.select() });
  return (
    <SearchField
      className={styles.search}
      aria-label={words.search}
      value={text}
      onChange={type}
      onSubmit={send}
      maxLength={500}
    >
      <Search aria-hidden size={16} />
      <Input ref={input} className="input" placeholder={words.searchHint} />
      {text !== '' && (
        <AriaButton
          className={`button quiet small icon-only ${styles.clear}`}
          aria-label={words.clearSearch}
        >
          <X aria-hidden size={15} />
        </AriaButton>
      )}
    </SearchField>
  );
}

const sorts: readonly Sort[] = ['relevance', 'updated_at', 'date', 'title', 'path'];

function SortMenu({ filters, onChange }: Props): ReactNode {
  const words = useWords(documentWords);
  const sort = sortOf(filters);
  const order = orderOf(filters);
  const ticked = (isChosen: boolean) => (isChosen ? { icon: Check } : {});
  const actions: (MenuAction | null)[] = sorts
    .filter((one) => one !== 'relevance' || filters.q !== '')
    .map((one) => ({
      id: one,
      label: words[one],
      ...ticked(one === sort),
      onAction: () => onChange({ sort: one, order: '' }),
    }));
  const orders: MenuAction[] = (['asc', 'desc'] as const).map((one) => ({
    id: one,
    label: one === 'asc' ? words.ascending : words.descending,
    ...ticked(one === order),
    onAction: () => onChange({ sort, order: one }),
  }));
  return (
    <Menu
      label={words.sort}
      actions={sort === 'relevance' ? actions : [...actions, null, ...orders]}
    >
      <Button icon={ArrowDownUp}>{words.sortBy(words[sort])}</Button>
    </Menu>
  );
}

function Chips({ filters, onChange }: Props): ReactNode {
  const words = useWords(documentWords);
  const shown = narrowing.filter((name) => filters[name] !== '');
  if (shown.length === 0) return null;
  const names = { ...words, q: words.words, lang: words.language };
  const clear = Object.fromEntries(narrowing.map((name) => [name, '']));
  return (
    <div className={styles.chips}>
      {shown.map((name) => {
        const value = name === 'status' ? statusName(filters.status) : filters[name];
        return (
          <span key={name} className={styles.chip}>
            <span className="soft">{names[name]}</span>
            <span className={styles.chipValue} dir="auto">
              {value}
            </span>
            <button
              type="button"
              className={styles.chipRemove}
              aria-label={words.without(names[name], value)}
              onClick={() => onChange({ [name]: '' })}
            >
              <X aria-hidden size={14} />
            </button>
          </span>
        );
      })}
      {shown.length > 1 && (
        <Button kind="quiet" size="small" onPress={() => onChange(clear)}>
          {words.clearAll}
        </Button>
      )}
    </div>
  );
}
