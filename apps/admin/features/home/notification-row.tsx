import type { Notification } from '@galley/sdk';
import { Link } from '@tanstack/react-router';
import {
  CalendarX,
  Check,
  Globe,
  MessageSquareWarning,
  Send,
  UserRoundPen,
  type LucideIcon,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { queryClient } from '../../app/query-client.ts';
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
import styles from './home.module.css';
import { notificationMessages } from './notification-messages.ts';

interface Look {
  readonly icon: LucideIcon;
  readonly tone: Tone;
  readonly to: '/edit/$' | '/review/$';
}

const looks: Readonly<Record<Notification['type'], Look>> = {
  review_requested: { icon: Send, tone: 'violet', to: '/review/$' },
  assigned: { icon: UserRoundPen, tone: 'info', to: '/edit/$' },
  approved: { icon: Check, tone: 'good', to: '/review/$' },
  changes_requested: { icon: MessageSquareWarning, tone: 'warn', to: '/review/$' },
  schedule_missed: { icon: CalendarX, tone: 'bad', to: '/edit/$' },
  published: { icon: Globe, tone: 'good', to: '/edit/$' },
};

export function NotificationRow({ item }: { readonly item: Notification }): ReactNode {
  const { id, type, path, title, note, at, read_at: readAt, document_status } = item;
  const messages = useMessages(notificationMessages);
  const { icon: Icon, tone, to } = looks[type];
  const isUnread = readAt === null;
  // Approval is a flag: “In review” beside “Approved” would contradict it.
  const isApprovedReview = type === 'approved' && document_status === 'in_review';
  return (
    <li className={classNames(styles['told'], isUnread && styles['unread'])}>
      <Link
        to={to}
        params={{ _splat: path }}
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
            {title || path}
            {isUnread && (
              <>
                <span className={styles['dot']} aria-hidden />
                <span className="sr-only"> ({messages.isUnread})</span>
              </>
            )}
          </span>
          <span className="soft small block breaks">
            {messages[type]} · {item.actor_name ?? item.actor} · <Time at={at} />
          </span>
          {note && <span className={`${styles['note']} small`}>{note}</span>}
        </span>
        {!isApprovedReview && <StatusBadge status={document_status} />}
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

async function markRead(id: string): Promise<void> {
  await galley.notifications.read({ ids: [id] });
  await queryClient.invalidateQueries({ queryKey: ['notifications'] });
}
