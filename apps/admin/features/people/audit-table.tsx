import type { AuditEntry } from '@galley/sdk';
import { Link } from '@tanstack/react-router';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { dateTime } from '../../lib/format.ts';
import { useLanguage, useWords } from '../../lib/words.ts';
import { Badge, Facts, IconButton, Time } from '../../ui/index.ts';
import { auditPageWords } from './audit-page-words.ts';
import { auditPlace } from './audit-place.ts';
import { actionInWords, detailName, detailRows, detailsInWords } from './audit-words.ts';
import styles from './people.module.css';

export function AuditTable({ entries }: { readonly entries: readonly AuditEntry[] }): ReactNode {
  const words = useWords(auditPageWords);
  return (
    <div className="table-frame">
      <table className="table" aria-label={words.title}>
        <thead>
          <tr>
            <th scope="col">{words.what}</th>
            <th scope="col" className={`${styles.wide} ${styles.fact}`}>
              {words.actor}
            </th>
            <th scope="col" className={`${styles.wide} ${styles.fact}`}>
              {words.when}
            </th>
            <th scope="col">{words.outcome}</th>
            <th scope="col" className={`${styles.wide} ${styles.fact}`}>
              {words.address}
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
  const words = useWords(auditPageWords);
  const language = useLanguage();
  const [isOpen, setOpen] = useState(false);
  const { actor, action, outcome, timestamp } = entry;
  const what = actionInWords(action, language);
  const details = detailsInWords(entry.details, language);
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
              {words.detailsOf(what)}
            </IconButton>
            <div className="grow">
              <strong>{what}</strong> <Target entry={entry} />
              <span className={styles.narrowLine}>
                {actor || words.unknown} · <Time at={timestamp} />
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
          <Badge tone={outcome === 'denied' ? 'bad' : 'good'}>{words[outcome]}</Badge>
        </td>
        <td className={`${styles.wide} breaks`}>{entry.address || words.noAddress}</td>
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
  const words = useWords(auditPageWords);
  if (!actor) return <span className="soft">{words.unknown}</span>;
  return (
    <Link to={'/audit'} search={{ actor }} className={`breaks ${styles.quietLink}`}>
      {actor}
    </Link>
  );
}

function Target({ entry }: { readonly entry: AuditEntry }): ReactNode {
  const { target } = entry;
  if (!target) return null;
  const place = auditPlace(entry);
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
  const words = useWords(auditPageWords);
  const language = useLanguage();
  const details = detailRows(entry.details).map(
    ([name, value]) => [detailName(name), detailsInWords(value, language)] as const,
  );
  return (
    <Facts
      facts={[
        ...details,
        [words.exactly, dateTime(entry.timestamp)],
        [words.actor, entry.actor || words.unknown],
        [words.address, entry.address || words.noAddress],
        [words.request, <code key="request">{entry.request_id || words.noAddress}</code>],
        [words.name, <code key="action">{entry.action}</code>],
      ]}
    />
  );
}
