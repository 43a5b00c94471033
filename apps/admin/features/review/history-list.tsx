import type { DocumentHistoryEntry } from '@galley/sdk';
import { Link } from '@tanstack/react-router';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useAddress } from '../../lib/address.ts';
import { formatDateTime } from '../../lib/format.ts';
import { useMessages } from '../../lib/messages.ts';
import { personName } from '../../lib/person-name.ts';
import { Button, classNames, moveFocus, StatusBadge, Time } from '../../ui/index.ts';
import { historyGroups, type EntryGroup } from './history-groups.ts';
import type { SelectedRevisions } from './selected-revisions.ts';
import { historyMessageText } from './history-message.ts';
import { historyMessages, kindName } from './history-messages.ts';
import { RestoreButton } from './restore-button.tsx';
import styles from './review.module.css';

interface ListProps {
  readonly path: string;
  readonly entries: readonly DocumentHistoryEntry[];
  readonly chosen: SelectedRevisions;
}

export function HistoryList({ path, entries, chosen }: ListProps): ReactNode {
  const list = useRef<HTMLOListElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const isRadio = event.target instanceof HTMLInputElement;
    if (isRadio || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return;
    event.preventDefault();
    moveFocus(list.current, event.key === 'ArrowDown' ? 1 : -1);
  };
  const before = useMemo(() => textsBefore(entries), [entries]);
  const rest = { path, chosen, before, newest: entries[0]! };
  return (
    <ol ref={list} className={styles['history']} onKeyDown={onKeyDown} role="list">
      {historyGroups(entries).map((group) => (
        <Group key={group.entries[0]!.hash} group={group} {...rest} />
      ))}
    </ol>
  );
}

/** Maps the hash of each entry to the newest earlier entry with a different text. */
function textsBefore(entries: readonly DocumentHistoryEntry[]): ReadonlyMap<string, string> {
  const before = new Map<string, string>();
  let other: DocumentHistoryEntry | undefined;
  for (let place = entries.length - 1; place >= 0; place -= 1) {
    const { hash, revision } = entries[place]!;
    const older = entries[place + 1];
    if (older && older.revision !== revision) other = older;
    if (other) before.set(hash, other.hash);
  }
  return before;
}

interface PartProps extends Pick<ListProps, 'path' | 'chosen'> {
  readonly newest: DocumentHistoryEntry;
  readonly before: ReadonlyMap<string, string>;
}

function Group(props: PartProps & { readonly group: EntryGroup }): ReactNode {
  const { group, ...rest } = props;
  const { chosen } = rest;
  const words = useMessages(historyMessages);
  const isChosen = group.entries
    .slice(1)
    .some(({ hash }) => [chosen.left, chosen.right, chosen.shown].includes(hash));
  const [isOpen, setOpen] = useState(isChosen);
  const [newest] = group.entries;
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
          {words.group({ count: group.entries.length })}
        </Button>
      </li>
      {(isOpen ? group.entries : group.entries.slice(0, 1)).map((entry) => (
        <Row key={entry.hash} entry={entry} {...rest} />
      ))}
    </>
  );
}

function Row(props: PartProps & { readonly entry: DocumentHistoryEntry }): ReactNode {
  const { entry, newest: latest, chosen, path } = props;
  const { hash, author_name: name, author, timestamp, kind, status, renamed_from: from } = entry;
  const words = useMessages(historyMessages);
  const before = props.before.get(hash);
  const isRight = chosen.right === hash || chosen.shown === hash;
  const what = kindName(words, kind);
  const message = from === undefined ? entry.message : words.renamedFrom({ path: from });
  return (
    <li className={classNames(styles['entry'], isRight && styles['isChosen'])}>
      <span className={styles['radios']}>
        <Radio side="left" hash={hash} chosen={chosen} name={formatDateTime(timestamp)} />
        <Radio side="right" hash={hash} chosen={chosen} name={formatDateTime(timestamp)} />
      </span>
      <Link
        to="."
        search={before === undefined ? { show: hash } : { left: before, right: hash }}
        resetScroll={false}
        className={styles['entryLink']}
        data-row
        aria-current={isRight ? 'true' : undefined}
        data-status={undefined}
      >
        <span className={styles['entryName']}>
          <strong>{what}</strong> <StatusBadge status={status} />
        </span>
        {message && message !== what && (
          <span className="breaks">{historyMessageText(message)}</span>
        )}
        <span className="soft small breaks">
          {personName({ [author]: name ?? author }, author)} · <Time at={timestamp} />
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
          <span className="sr-only"> {formatDateTime(timestamp)}</span>
        </Link>
        <RestoreButton path={path} entry={entry} newest={latest} />
      </span>
    </li>
  );
}

function Radio(props: {
  readonly side: 'left' | 'right';
  readonly hash: string;
  readonly chosen: SelectedRevisions;
  readonly name: string;
}): ReactNode {
  const { side, hash, chosen, name } = props;
  const words = useMessages(historyMessages);
  const [, change] = useAddress();
  const label = side === 'left' ? words.leftOf({ what: name }) : words.rightOf({ what: name });
  // Writes the other side to the address too: its default would move with later revisions.
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
