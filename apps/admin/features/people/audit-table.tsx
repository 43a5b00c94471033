import type { AuditEntry } from '@galley/sdk';
import { Link } from '@tanstack/react-router';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { formatDateTime } from '../../lib/format.ts';
import { useMessages } from '../../lib/messages.ts';
import { Badge, Facts, IconButton, Time } from '../../ui/index.ts';
import { auditPageMessages } from './audit-page-messages.ts';
import { auditTargetLink } from './audit-link.ts';
import { describeAction, detailName, detailRows, describeDetails } from './audit-messages.ts';
import styles from './people.module.css';

export function AuditTable({ entries }: { readonly entries: readonly AuditEntry[] }): ReactNode {
  const messages = useMessages(auditPageMessages);
  return (
    <div className="table-frame">
      <table className="table" aria-label={messages.title}>
        <thead>
          <tr>
            <th scope="col">{messages.what}</th>
            <th scope="col" className={`${styles.wide} ${styles.fact}`}>
              {messages.actor}
            </th>
            <th scope="col" className={`${styles.wide} ${styles.fact}`}>
              {messages.when}
            </th>
            <th scope="col">{messages.outcome}</th>
            <th scope="col" className={`${styles.wide} ${styles.fact}`}>
              {messages.address}
            </th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <EntryRows key={entry.id} entry={entry} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function EntryRows({ entry }: { readonly entry: AuditEntry }): ReactNode {
  const messages = useMessages(auditPageMessages);
  const [isOpen, setOpen] = useState(false);
  const { actor, action, outcome, timestamp } = entry;
  const what = describeAction(action);
  const details = describeDetails(entry.details);
  return (
    <>
      <tr>
        <td>
          <div className={styles.entry}>
            <IconButton
              kind="quiet"
              size="small"
              icon={isOpen ? ChevronDown : ChevronRight}
              isExpanded={isOpen}
              onPress={() => setOpen(!isOpen)}
            >
              {messages.detailsOf({ what })}
            </IconButton>
            <div className="grow">
              <strong>{what}</strong> <Target entry={entry} />
              <span className={styles.narrowLine}>
                {actor || messages.unknown} · <Time at={timestamp} />
              </span>
              {!isOpen && details && <span className={styles.clipped}>{details}</span>}
            </div>
          </div>
        </td>
        <td className={styles.wide}>
          <Actor actor={actor} />
        </td>
        <td className={styles.wide}>
          <Time at={timestamp} />
        </td>
        <td>
          <Badge tone={outcome === 'denied' ? 'bad' : 'good'}>{messages[outcome]}</Badge>
        </td>
        <td className={`${styles.wide} breaks`}>{entry.address || messages.noAddress}</td>
      </tr>
      {isOpen && (
        <tr>
          <td colSpan={5} className={styles.details}>
            <EntryDetails entry={entry} />
          </td>
        </tr>
      )}
    </>
  );
}

function Actor({ actor }: { readonly actor: string }): ReactNode {
  const messages = useMessages(auditPageMessages);
  if (!actor) return <span className="soft">{messages.unknown}</span>;
  return (
    <Link to={'/audit'} search={{ actor }} className={`breaks ${styles.quietLink}`}>
      {actor}
    </Link>
  );
}

function Target({ entry }: { readonly entry: AuditEntry }): ReactNode {
  const { target } = entry;
  if (!target) return null;
  const place = auditTargetLink(entry);
  if (!place) return <span className="breaks soft">{target}</span>;
  return (
    <Link
      to={place.to}
      params={place.params ?? {}}
      search={place.search ?? {}}
      className={`breaks ${styles.quietLink}`}
    >
      {target}
    </Link>
  );
}

function EntryDetails({ entry }: { readonly entry: AuditEntry }): ReactNode {
  const messages = useMessages(auditPageMessages);
  const details = detailRows(entry.details).map(
    ([name, value]) => [detailName(name), describeDetails(value)] as const,
  );
  return (
    <Facts
      facts={[
        ...details,
        [messages.exactly, formatDateTime(entry.timestamp)],
        [messages.actor, entry.actor || messages.unknown],
        [messages.address, entry.address || messages.noAddress],
        [messages.request, <code key="request">{entry.request_id || messages.noAddress}</code>],
        [messages.name, <code key="action">{entry.action}</code>],
      ]}
    />
  );
}
