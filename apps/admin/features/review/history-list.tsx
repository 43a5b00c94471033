import type { DocumentHistoryEntry } from '@galley/sdk';
import { Link } from '@tanstack/react-router';
import { ArrowRight, ChevronDown, ChevronRight } from 'lucide-react';
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { statusWords } from '../../lib/document-status.ts';
import { dateTime } from '../../lib/format.ts';
import { useWords } from '../../lib/words.ts';
import { Button, classNames, StatusBadge, Time } from '../../ui/index.ts';
import { useAddress } from './address.ts';
import { historyGroups, type EntryGroup } from './history-groups.ts';
import type { Chosen } from './chosen.ts';
import { historyWords, kindName } from './history-words.ts';
import { RestoreButton } from './restore-button.tsx';
import styles from './review.module.css';
import { moveFocus } from './row-keys.tsx';

interface ListProps {
  readonly path: string;
  readonly entries: readonly DocumentHistoryEntry[];
  readonly chosen: Chosen;
}

/** Revisions, newest first, with what to compare of them. */
export function HistoryList({ path, entries, chosen }: ListProps): ReactNode {
  const list = useRef<HTMLOListElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const isRadio = event.target instanceof HTMLInputElement;
    if (isRadio || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return;
    event.preventDefault();
    moveFocus(list.current, event.key === 'ArrowDown' ? 1 : -1);
  };
  return (
    <ol ref={list} className={styles['history']} onKeyDown={onKeyDown} role="list">
      {historyGroups(entries).map((group) => (
        <Group key={group.entries[0]!.hash} group={group} {...{ path, entries, chosen }} />
      ))}
    </ol>
  );
}

function Group(props: ListProps & { readonly group: EntryGroup }): ReactNode {
  const { group, chosen, entries, path } = props;
  const words = useWords(historyWords);
  const isChosen = group.entries
    .slice(1)
    .some(({ hash }) => [chosen.left, chosen.right, chosen.shown].includes(hash));
  const [isOpen, setOpen] = useState(isChosen);
  const [newest] = group.entries;
  const rest = { path, entries, chosen };
  if (group.entries.length === 1) return <Row entry={newest!} {...rest} />;
  return (
    <>
      <li className={styles['group']}>
        <Button
          kind="quiet"
          size="small"
          icon={isOpen ? ChevronDown : ChevronRight}
          isExpanded={isOpen}
          onPress={() => setOpen(!isOpen)}
        >
          {words.group(group.entries.length)}
        </Button>
      </li>
      {(isOpen ? group.entries : group.entries.slice(0, 1)).map((entry) => (
        <Row key={entry.hash} entry={entry} {...rest} />
      ))}
    </>
  );
}

function Row(props: ListProps & { readonly entry: DocumentHistoryEntry }): ReactNode {
  const { entry, entries, chosen, path } = props;
  const { hash, author, timestamp, message, kind, status, revision } = entry;
  const words = useWords(historyWords);
  const older = entries.slice(entries.indexOf(entry) + 1);
  const before = older.find((one) => one.revision !== revision);
  const isRight = chosen.right === hash || chosen.shown === hash;
  const names = useWords(statusWords);
  const what = kindName(words, kind);
  return (
    <li className={classNames(styles['entry'], isRight && styles['isChosen'])}>
      <span className={styles['radios']}>
        <Radio side="left" hash={hash} chosen={chosen} name={dateTime(timestamp)} />
        <Radio side="right" hash={hash} chosen={chosen} name={dateTime(timestamp)} />
      </span>
      <Link
        to="."
        search={before ? { left: before.hash, right: hash } : { show: hash }}
        resetScroll={false}
        className={styles['entryLink']}
        data-row
        aria-current={isRight ? 'true' : undefined}
        data-status={undefined}
      >
        <span className={styles['entryName']}>
          <strong>{what}</strong> <StatusBadge status={status} />
        </span>
        {message && message !== what && <span className="breaks">{inWords(message, names)}</span>}
        <span className="soft small breaks">
          {author} · <Time at={timestamp} />
        </span>
      </Link>
      <span className={styles['entryActions']}>
        <Link
          to="."
          search={{ show: hash }}
          resetScroll={false}
          className="button quiet small"
          data-status={undefined}
        >
          {words.view}
          <span className="sr-only"> {dateTime(timestamp)}</span>
        </Link>
        <RestoreButton path={path} entry={entry} newest={entries[0]!} />
      </span>
    </li>
  );
}

/** The server says `draft to in_review` of a change of state; anything else was written by somebody. */
function inWords(message: string, names: Readonly<Record<string, string>>): ReactNode {
  const [from = '', to = '', ...more] = message.split(' to ');
  const isStates = from in names && to in names && more.length === 0;
  if (!isStates) return message;
  return (
    <>
      {names[from]} <ArrowRight aria-hidden size={12} /> {names[to]}
    </>
  );
}

function Radio(props: {
  readonly side: 'left' | 'right';
  readonly hash: string;
  readonly chosen: Chosen;
  readonly name: string;
}): ReactNode {
  const { side, hash, chosen, name } = props;
  const words = useWords(historyWords);
  const [, change] = useAddress();
  const label = side === 'left' ? words.leftOf(name) : words.rightOf(name);
  // The other side is written down as well: without it, the address would mean another comparison later.
  const other = side === 'left' ? { right: chosen.right ?? chosen.shown } : { left: chosen.left };
  return (
    <input
      type="radio"
      name={`compare-${side}`}
      aria-label={label}
      title={label}
      checked={chosen[side] === hash}
      onChange={() => change({ ...other, [side]: hash, show: undefined })}
    />
  );
}
