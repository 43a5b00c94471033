import type {
  ApprovalReceipt,
  DocumentDetail,
  DocumentHistoryEntry,
  EditorialEvent,
} from '@galley/sdk';
import { Check, FileText, MessageSquareWarning, RefreshCw, Send, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { personName } from '../../lib/person-name.ts';
import { useMessages } from '../../lib/messages.ts';
import { Facts, Panel, StatusBadge, Time } from '../../ui/index.ts';
import { entryName, historyMessages } from './history-messages.ts';
import styles from './review.module.css';
import { timelineSteps, type Step } from './timeline-steps.ts';

export function Timeline(props: {
  readonly detail: DocumentDetail;
  readonly history: readonly DocumentHistoryEntry[];
  readonly approvals: readonly ApprovalReceipt[];
}): ReactNode {
  const { detail, history, approvals } = props;
  const messages = useMessages(historyMessages);
  const steps = timelineSteps(detail.editorial, history, approvals);
  return (
    <Panel title={messages.timeline}>
      {steps.length === 0 ? (
        <p className="soft">{messages.nothing}</p>
      ) : (
        <ol className={styles['timeline']}>
          {steps.map((step, place) => (
            <StepItem key={`${step.at}${place}`} step={step} names={detail.names} />
          ))}
        </ol>
      )}
    </Panel>
  );
}

interface StepProps {
  readonly step: Step;
  readonly names: DocumentDetail['names'];
}

function StepItem({ step, names }: StepProps): ReactNode {
  switch (step.what) {
    case 'event':
      return <EventItem event={step.event} receipt={step.receipt} names={names} />;
    case 'saves':
      return <SavesItem entries={step.entries} />;
    case 'entry':
      return <EntryItem entry={step.entry} />;
  }
}

const icons = {
  approve: Check,
  request_changes: MessageSquareWarning,
  request_review: Send,
  assign: UserRound,
};

function EventItem(props: {
  readonly event: EditorialEvent;
  readonly receipt: ApprovalReceipt | undefined;
  readonly names: DocumentDetail['names'];
}): ReactNode {
  const { names, receipt } = props;
  const { action, actor, at, note, details } = props.event;
  const messages = useMessages(historyMessages);
  const Icon = icons[action];
  const asked = nameOf(details['asked'], names);
  const given = (['owner', 'assignee', 'reviewer'] as const).filter((part) => part in details);
  return (
    <li className={styles['step']} data-action={action}>
      <span className={styles['mark']}>
        <Icon aria-hidden size={14} />
      </span>
      <div className="grow">
        <p className="breaks">
          <strong>{messages[action]}</strong>{' '}
          <span className="soft">· {personName(names, actor)}</span>
        </p>
        {given.length > 0 && (
          <p className="soft small breaks">
            {given
              .map(
                (part) => `${messages[part]}: ${nameOf(details[part], names) ?? messages.nobody}`,
              )
              .join(', ')}
          </p>
        )}
        {asked !== undefined && (
          <p className="soft small breaks">{messages.asked({ name: asked })}</p>
        )}
        {note && <blockquote className={styles['note']}>{note}</blockquote>}
        <p className="soft small">
          <Time at={at} />
        </p>
        {receipt && <Receipt receipt={receipt} />}
      </div>
    </li>
  );
}

function nameOf(given: unknown, names: DocumentDetail['names']): string | undefined {
  return typeof given === 'string' && given !== '' ? personName(names, given) : undefined;
}

function Receipt({ receipt }: { readonly receipt: ApprovalReceipt }): ReactNode {
  const messages = useMessages(historyMessages);
  const { revision, diff, receipt_hash: hash, previous } = receipt;
  const { added, removed } = diff;
  const isCounted = added !== null && removed !== null;
  return (
    <details className={styles['receipt']}>
      <summary>{messages.receipt}</summary>
      <Facts
        facts={[
          [
            messages.receiptDiff,
            isCounted ? messages.lines({ added, removed }) : messages.notCounted,
          ],
          [messages.receiptText, <code key="text">{short(revision)}</code>],
          [
            messages.receiptHash,
            <code key="hash" title={hash}>
              {short(hash)}
            </code>,
          ],
          [
            messages.receiptChain,
            previous === null ? messages.receiptFirst : <code key="chain">{short(previous)}</code>,
          ],
        ]}
      />
    </details>
  );
}

function short(hash: string): string {
  return hash.slice(0, 12);
}

function SavesItem({ entries }: { readonly entries: readonly DocumentHistoryEntry[] }): ReactNode {
  const messages = useMessages(historyMessages);
  const [newest] = entries;
  if (!newest) return null;
  const what =
    entries.length > 1 ? messages.saves({ count: entries.length }) : entryName(messages, newest);
  return (
    <li className={styles['step']}>
      <span className={styles['mark']}>
        <FileText aria-hidden size={14} />
      </span>
      <div className="grow">
        <p className="breaks">
          {what} <span className="soft">· {newest.author_name ?? newest.author}</span>
        </p>
        <p className="soft small">
          <Time at={newest.timestamp} />
        </p>
      </div>
    </li>
  );
}

function EntryItem({ entry }: { readonly entry: DocumentHistoryEntry }): ReactNode {
  return (
    <li className={styles['step']}>
      <span className={styles['mark']}>
        <RefreshCw aria-hidden size={14} />
      </span>
      <div className="grow">
        <p className="breaks">
          <StatusBadge status={entry.status} />{' '}
          <span className="soft">· {entry.author_name ?? entry.author}</span>
        </p>
        <p className="soft small">
          <Time at={entry.timestamp} />
        </p>
      </div>
    </li>
  );
}
