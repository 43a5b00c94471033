import type { DocumentStatus, DocumentSummary } from '@galley/sdk';
import { useNavigate } from '@tanstack/react-router';
import {
  ArrowRight,
  CalendarClock,
  CopyPlus,
  Eye,
  ExternalLink,
  History,
  Link as LinkIcon,
  PenLine,
  Trash2,
} from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import { hasCapability, useSession } from '../../app/session.ts';
import { statuses, statusMessages, allowedTransitions } from '../../lib/document-status.ts';
import { publicAddress } from '../../lib/public-address.ts';
import { useMessages, currentMessages } from '../../lib/messages.ts';
import { MenuAt, toast, type MenuAction } from '../../ui/index.ts';
import { documentActionMessages } from './action-messages.ts';
import { changeDocumentStatus, moveToTrash, documentName } from './document-actions.ts';
import { DeadlineDialog } from './deadline-dialog.tsx';
import { deadlineMessages } from './deadline-messages.ts';
import { DuplicateDialog } from './duplicate-dialog.tsx';
import { ScheduleDialog } from './schedule-dialog.tsx';
import { useStatusRefusal } from './selection-bar.tsx';
import { documentMessages } from './messages.ts';
import type { PagePath } from '../../lib/page-path.ts';

type MenuView = 'menu' | 'duplicate' | 'schedule' | 'deadline';

interface OpenedMenu {
  readonly document: DocumentSummary;
  readonly shown: MenuView;
}

export function useDocumentMenu() {
  const trigger = useRef<Element>(null);
  const [opened, setOpened] = useState<OpenedMenu | null>(null);
  const open = (document: DocumentSummary, button: Element) => {
    trigger.current = button;
    setOpened({ document, shown: 'menu' });
  };
  const schedule = (document: DocumentSummary) => setOpened({ document, shown: 'schedule' });
  const show = (shown: MenuView | null) =>
    setOpened((before) => before && (shown ? { ...before, shown } : null));
  // The chosen action may have replaced the menu with a dialog.
  const closeMenu = () => setOpened((before) => (before?.shown === 'menu' ? null : before));
  const content = opened && (
    <Content opened={opened} trigger={trigger} onShow={show} onMenuClosed={closeMenu} />
  );
  return { open, schedule, content };
}

function Content(props: {
  readonly opened: OpenedMenu;
  readonly trigger: React.RefObject<Element | null>;
  readonly onShow: (shown: MenuView | null) => void;
  readonly onMenuClosed: () => void;
}): ReactNode {
  const { opened, trigger, onShow, onMenuClosed } = props;
  const { document, shown } = opened;
  const messages = useMessages(documentMessages);
  const acts = useMessages(documentActionMessages);
  const close = () => onShow(null);
  const about = useDocumentActions(document, onShow);
  const moves = useStatusActions(document, () => onShow('schedule'));
  const trash = useTrashAction(document);
  if (shown === 'duplicate') return <DuplicateDialog document={document} onClose={close} />;
  if (shown === 'deadline')
    return <DeadlineDialog path={document.path} title={documentName(document)} onClose={close} />;
  if (shown === 'schedule')
    return (
      <ScheduleDialog
        title={acts.scheduleTitle({ count: 1 })}
        action={acts.scheduleAction}
        publishAt={document.scheduled_publish_at}
        unpublishAt={document.scheduled_unpublish_at}
        onClose={close}
        onSchedule={async (times) => {
          await changeDocumentStatus(document, { status: 'scheduled', ...times });
          close();
        }}
      />
    );
  return (
    <MenuAt
      trigger={trigger}
      label={messages.more({ title: documentName(document) })}
      actions={[...about, null, ...moves, null, trash]}
      onClose={onMenuClosed}
    />
  );
}

function useDocumentActions(
  document: DocumentSummary,
  onShow: (shown: MenuView) => void,
): MenuAction[] {
  const messages = useMessages(documentMessages);
  const deadline = useMessages(deadlineMessages);
  const session = useSession();
  const navigate = useNavigate();
  const { path, is_public: isPublic, url } = document;
  const go = (to: PagePath) => () => void navigate({ to, params: { _splat: path } });
  const address = publicAddress(url);
  return [
    { id: 'open', label: messages.open, icon: PenLine, onAction: go('/edit/$') },
    { id: 'review', label: messages.reviewIt, icon: Eye, onAction: go('/review/$') },
    {
      id: 'history',
      label: messages.history,
      icon: History,
      disabledReason: !hasCapability(session, 'documents.history', true) && messages.mayNotHistory,
      onAction: go('/history/$'),
    },
    {
      id: 'site',
      label: messages.viewOnSite,
      icon: ExternalLink,
      disabledReason: (!isPublic || !address) && messages.notPublic,
      onAction: () => window.open(address, '_blank', 'noopener'),
    },
    { id: 'path', label: messages.copyPath, icon: LinkIcon, onAction: () => void copyPath(path) },
    {
      id: 'duplicate',
      label: messages.duplicate,
      icon: CopyPlus,
      disabledReason: !hasCapability(session, 'documents.create', true) && messages.mayNotCreate,
      onAction: () => onShow('duplicate'),
    },
    {
      id: 'deadline',
      label: deadline.set,
      icon: CalendarClock,
      disabledReason: !hasCapability(session, 'documents.assign') && deadline.mayNot,
      onAction: () => onShow('deadline'),
    },
  ];
}

function useStatusActions(document: DocumentSummary, onSchedule: () => void): MenuAction[] {
  const messages = useMessages(documentMessages);
  const { schedule } = useMessages(documentActionMessages);
  const names = useMessages(statusMessages);
  const refusal = useStatusRefusal();
  const ways: readonly DocumentStatus[] = allowedTransitions[document.status];
  return statuses
    .filter((status) => ways.includes(status))
    .map((status) => ({
      id: status,
      label: status === 'scheduled' ? schedule : messages.moveTo({ status: names[status] }),
      icon: ArrowRight,
      disabledReason: refusal(status),
      onAction: () =>
        status === 'scheduled' ? onSchedule() : void changeDocumentStatus(document, { status }),
    }));
}

function useTrashAction(document: DocumentSummary): MenuAction {
  const messages = useMessages(documentActionMessages);
  const session = useSession();
  return {
    id: 'trash',
    label: messages.toTrash,
    icon: Trash2,
    isDangerous: true,
    disabledReason: !hasCapability(session, 'documents.lifecycle', true) && messages.mayNotDelete,
    onAction: () => void moveToTrash([document]),
  };
}

async function copyPath(path: string): Promise<void> {
  const messages = currentMessages(documentMessages);
  try {
    await navigator.clipboard.writeText(path);
    toast({ text: messages.pathCopied, tone: 'info' });
  } catch {
    toast({ text: messages.pathNotCopied, tone: 'bad' });
  }
}
