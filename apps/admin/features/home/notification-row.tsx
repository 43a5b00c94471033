import type { Notification } from '@galley/sdk';
import { Link } from '@tanstack/react-router';
import {
  AtSign,
  CalendarClock,
  CalendarX,
  Check,
  Globe,
  KeyRound,
  MessageSquare,
  MessageSquareWarning,
  MonitorSmartphone,
  Send,
  UserRoundPen,
  type LucideIcon,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { queryClient } from '../../app/query-client.ts';
import { dayAndDate } from '../../lib/format.ts';
import { galley } from '../../lib/galley.ts';
import { useMessages } from '../../lib/messages.ts';
import {
  classNames,
  IconButton,
  StatusBadge,
  Time,
  toastProblem,
  type Tone,
} from '../../ui/index.ts';
import { noonOf } from './calendar.ts';
import styles from './home.module.css';
import { notificationMessages } from './notification-messages.ts';

interface Look {
  readonly icon: LucideIcon;
  readonly tone: Tone;
}

const looks: Readonly<Record<Notification['type'], Look>> = {
  review_requested: { icon: Send, tone: 'violet' },
  assigned: { icon: UserRoundPen, tone: 'info' },
  approved: { icon: Check, tone: 'good' },
  changes_requested: { icon: MessageSquareWarning, tone: 'warn' },
  schedule_missed: { icon: CalendarX, tone: 'bad' },
  published: { icon: Globe, tone: 'good' },
  due_soon: { icon: CalendarClock, tone: 'warn' },
  overdue: { icon: CalendarX, tone: 'bad' },
  mentioned: { icon: AtSign, tone: 'violet' },
  commented: { icon: MessageSquare, tone: 'info' },
  token_expiring: { icon: KeyRound, tone: 'warn' },
  new_device: { icon: MonitorSmartphone, tone: 'warn' },
};

const reviewed: readonly Notification['type'][] = [
  'review_requested',
  'approved',
  'changes_requested',
];

function targetOf({ type, path, actor }: Notification) {
  if (path !== null)
    return {
      to: reviewed.includes(type) ? '/review/$' : '/edit/$',
      params: { _splat: path },
    } as const;
  if (!actor.startsWith('service:')) return { to: '/account' } as const;
  return { to: '/service-accounts/$username', params: { username: actor } } as const;
}

export function NotificationRow({ item }: { readonly item: Notification }): ReactNode {
  const { id, type, path, title, at, read_at: readAt, document_status } = item;
  const messages = useMessages(notificationMessages);
  const { icon: Icon, tone } = looks[type];
  const isUnread = readAt === null;
  // Approval is a flag: “In review” beside “Approved” would contradict it.
  const isApprovedReview = type === 'approved' && document_status === 'in_review';
  return (
    <li className={classNames(styles['told'], isUnread && styles['unread'])}>
      <Link
        {...targetOf(item)}
        className={styles['row']}
        data-row
        onClick={() => {
          // A failure leaves it unread; the document opens either way.
          if (isUnread) void markRead(id).catch(() => undefined);
        }}
      >
        <span className={classNames(styles['what'], styles[tone])}>
          <Icon aria-hidden size={15} />
        </span>
        <span className="grow">
          <span className={`${styles['rowTitle']} breaks`}>
            {title || path || messages[type]}
            {isUnread && (
              <>
                <span className={styles['dot']} aria-hidden />
                <span className="sr-only"> ({messages.isUnread})</span>
              </>
            )}
          </span>
          <span className="soft small block breaks">
            {title !== null &&
              `${messages[type]} · ${item.actor === 'guest:' ? messages.guest : (item.actor_name ?? item.actor)} · `}
            <Time at={at} />
          </span>
          <Note item={item} />
        </span>
        {document_status && !isApprovedReview && <StatusBadge status={document_status} />}
      </Link>
      {isUnread && (
        <IconButton
          kind="quiet"
          size="small"
          icon={Check}
          onPress={() => void markRead(id).catch(toastProblem)}
        >
          {messages.markOne}
        </IconButton>
      )}
    </li>
  );
}

function Note({ item: { type, note } }: { readonly item: Notification }): ReactNode {
  const messages = useMessages(notificationMessages);
  if (!note) return null;
  const isTime = type === 'token_expiring';
  const isDay = type === 'due_soon' || type === 'overdue';
  return (
    <span className={`${styles['note']} small`}>
      {isTime && (
        <>
          {messages.expires} <Time at={note} />
        </>
      )}
      {isDay && `${messages.due} ${dayAndDate(noonOf(note))}`}
      {!isTime && !isDay && note}
    </span>
  );
}

async function markRead(id: string): Promise<void> {
  await galley.notifications.read({ ids: [id] });
  await queryClient.invalidateQueries({ queryKey: ['notifications'] });
}
