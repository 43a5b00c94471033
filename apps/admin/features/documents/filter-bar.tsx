import { ArrowDownUp, Check, LayoutList, Search, SquareKanban, X } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { Button as AriaButton, Input, SearchField } from 'react-aria-components';
import { useTypeName } from '../../lib/document-types.ts';
import { statusName } from '../../lib/document-status.ts';
import { longDate } from '../../lib/format.ts';
import { useShortcut } from '../../lib/shortcuts.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button, IconButton, Menu, type MenuAction } from '../../ui/index.ts';
import styles from './documents.module.css';
import { FilterPopover } from './filter-popover.tsx';
import {
  narrowingFilters,
  termName,
  effectiveOrder,
  effectiveSort,
  type ChangeFilters,
  type Filters,
  type Sort,
} from './filters.ts';
import { useDebouncedInput } from './use-debounced-input.ts';
import { documentMessages } from './messages.ts';

interface Props {
  readonly filters: Filters;
  readonly onChange: ChangeFilters;
}

export function FilterBar({ filters, onChange }: Props): ReactNode {
  const messages = useMessages(documentMessages);
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
          {messages.list}
        </IconButton>
        <IconButton
          kind="quiet"
          icon={SquareKanban}
          isPressed={isBoard}
          onPress={() => onChange({ view: 'board', status: '' })}
        >
          {messages.board}
        </IconButton>
      </span>
      <Chips filters={filters} onChange={onChange} />
    </div>
  );
}

function WordsField({ filters: { q }, onChange }: Props): ReactNode {
  const messages = useMessages(documentMessages);
  const input = useRef<HTMLInputElement>(null);
  const { text, type, send } = useDebouncedInput(q, (next) =>
    onChange({ q: next }, { isTyping: true }),
  );
  useShortcut({ keys: '/', label: messages.toSearch, run: () => input.current?.select() });
  return (
    <SearchField
      className={styles.search}
      aria-label={messages.search}
      value={text}
      onChange={type}
      onSubmit={send}
      maxLength={500}
    >
      <Search aria-hidden size={16} />
      <Input ref={input} className="input" placeholder={messages.searchHint} />
      {text !== '' && (
        <AriaButton
          className={`button quiet small icon-only ${styles.clear}`}
          aria-label={messages.clearSearch}
        >
          <X aria-hidden size={15} />
        </AriaButton>
      )}
    </SearchField>
  );
}

const sorts: readonly Sort[] = ['relevance', 'updated_at', 'date', 'title', 'path'];

function SortMenu({ filters, onChange }: Props): ReactNode {
  const messages = useMessages(documentMessages);
  const sort = effectiveSort(filters);
  const order = effectiveOrder(filters);
  const ticked = (isChosen: boolean) => (isChosen ? { icon: Check } : {});
  const actions: (MenuAction | null)[] = sorts
    .filter((one) => one !== 'relevance' || filters.q !== '')
    .map((one) => ({
      id: one,
      label: messages[one],
      ...ticked(one === sort),
      onAction: () => onChange({ sort: one, order: '' }),
    }));
  const orders: MenuAction[] = (['asc', 'desc'] as const).map((one) => ({
    id: one,
    label: one === 'asc' ? messages.ascending : messages.descending,
    ...ticked(one === order),
    onAction: () => onChange({ sort, order: one }),
  }));
  return (
    <Menu
      label={messages.sort}
      actions={sort === 'relevance' ? actions : [...actions, null, ...orders]}
    >
      <Button icon={ArrowDownUp}>{messages.sortBy({ name: messages[sort] })}</Button>
    </Menu>
  );
}

function valueText(name: (typeof narrowingFilters)[number], filters: Filters): string {
  if (name === 'status') return statusName(filters.status);
  if (name === 'term') return termName(filters.term);
  return isDay(name) ? longDate(`${filters[name]}T00:00:00`) : filters[name];
}

const isDay = (name: string): boolean => name === 'dated_from' || name === 'dated_until';

function Chips({ filters, onChange }: Props): ReactNode {
  const messages = useMessages(documentMessages);
  const typeName = useTypeName();
  const shown = narrowingFilters.filter((name) => filters[name] !== '');
  if (shown.length === 0) return null;
  const names = { ...messages, q: messages.words, lang: messages.language, term: messages.tag };
  const clear = Object.fromEntries(narrowingFilters.map((name) => [name, '']));
  return (
    <div className={styles.chips}>
      {shown.map((name) => {
        const value = name === 'type' ? typeName(filters.type) : valueText(name, filters);
        return (
          <span key={name} className={styles.chip}>
            <span className="soft">{names[name]}</span>
            <span className={styles.chipValue} dir="auto">
              {value}
            </span>
            <button
              type="button"
              className={styles.chipRemove}
              aria-label={messages.without({ name: names[name], value })}
              onClick={() => onChange({ [name]: '' })}
            >
              <X aria-hidden size={14} />
            </button>
          </span>
        );
      })}
      {shown.length > 1 && (
        <Button kind="quiet" size="small" onPress={() => onChange(clear)}>
          {messages.clearAll}
        </Button>
      )}
    </div>
  );
}
