import type { DocumentStatus, DocumentSummary } from '@galley/sdk';
import { useNavigate } from '@tanstack/react-router';
import {
  ArrowRight,
  CopyPlus,
  Eye,
  ExternalLink,
  History,
  Link as LinkIcon,
  PenLine,
  Trash2,
} from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import { may, useSession } from '../../app/session.ts';
import { statuses, statusWords, waysFrom } from '../../lib/document-status.ts';
import { publicAddress } from '../../lib/public-address.ts';
import { useWords, wordsNow } from '../../lib/words.ts';
import { MenuAt, toast, type MenuAction } from '../../ui/index.ts';
import { actWords } from './act-words.ts';
import { changeOne, moveToTrash, nameOf } from './acts.ts';
import { DuplicateDialog } from './duplicate-dialog.tsx';
import { ScheduleDialog } from './schedule-dialog.tsx';
import { useStatusRefusal } from './selection-bar.tsx';
import { documentWords } from './words.ts';

type Shown = 'menu' | 'duplicate' | 'schedule';

interface Opened {
  readonly document: DocumentSummary;
  readonly shown: Shown;
}

/** Shared menu for all documents of a page: its trigger, position and dialogs. */
export function useDocumentMenu() {
  const trigger = useRef<Element>(null);
  const [opened, setOpened] = useState<Opened | null>(null);
  const open = (document: DocumentSummary, button: Element) => {
    trigger.current = button;
    setOpened({ document, shown: 'menu' });
  };
  const schedule = (document: DocumentSummary) => setOpened({ document, shown: 'schedule' });
  const show = (shown: Shown | null) =>
    setOpened((before) => before && (shown ? { ...before, shown } : null));
  // The chosen action may have replaced the menu with a dialog.
  const closeMenu = () => setOpened((before) => (before?.shown === 'menu' ? null : before));
  const content = opened && (
    <Content opened={opened} trigger={trigger} onShow={show} onMenuClosed={closeMenu} />
  );
  return { open, schedule, content };
}

function Content(props: {
  readonly opened: Opened;
  readonly trigger: React.RefObject<Element | null>;
  readonly onShow: (shown: Shown | null) => void;
  readonly onMenuClosed: () => void;
}): ReactNode {
  const { opened, trigger, onShow, onMenuClosed } = props;
  const { document, shown } = opened;
  const words = useWords(documentWords);
  const acts = useWords(actWords);
  const close = () => onShow(null);
  const about = useAboutActions(document, () => onShow('duplicate'));
  const moves = useMoveActions(document, () => onShow('schedule'));
  const trash = useTrashAction(document);
  if (shown === 'duplicate') return <DuplicateDialog document={document} onClose={close} />;
  if (shown === 'schedule')
    return (
      <ScheduleDialog
        title={acts.scheduleTitle(1)}
        action={acts.scheduleAction}
        publishAt={document.scheduled_publish_at}
        unpublishAt={document.scheduled_unpublish_at}
        onClose={close}
        onSchedule={async (times) => {
          await changeOne(document, { status: 'scheduled', ...times });
          close();
        }}
      />
    );
  return (
    <MenuAt
      trigger={trigger}
      label={words.more(nameOf(document))}
      actions={[...about, null, ...moves, null, trash]}
      onClose={onMenuClosed}
    />
  );
}

function useAboutActions(document: DocumentSummary, onDuplicate: () => void): MenuAction[] {
  const words = useWords(documentWords);
  const session = useSession();
  const navigate = useNavigate();
  const { path, is_public: isPublic, url } = document;
  const go = (to: string) => () => void navigate({ to, params: { _splat: path } });
  const address = publicAddress(url);
  return [
    { id: 'open', label: words.open, icon: PenLine, onAction: go('/edit/$') },
    { id: 'review', label: words.reviewIt, icon: Eye, onAction: go('/review/$') },
    {
      id: 'history',
      label: words.history,
      icon: History,
      disabledReason: !may(session, 'documents.history', true) && words.mayNotHistory,
      onAction: go('/history/$'),
    },
    {
      id: 'site',
      label: words.viewOnSite,
      icon: ExternalLink,
      disabledReason: (!isPublic || !address) && words.notPublic,
      onAction: () => window.open(address, '_blank', 'noopener'),
    },
    { id: 'path', label: words.copyPath, icon: LinkIcon, onAction: () => void copyPath(path) },
    {
      id: 'duplicate',
      label: words.duplicate,
      icon: CopyPlus,
      disabledReason: !may(session, 'documents.create', true) && words.mayNotCreate,
      onAction: onDuplicate,
    },
  ];
}

function useMoveActions(document: DocumentSummary, onSchedule: () => void): MenuAction[] {
  const words = useWords(documentWords);
  const { schedule } = useWords(actWords);
  const names = useWords(statusWords);
  const refusal = useStatusRefusal();
  const ways: readonly DocumentStatus[] = waysFrom[document.status];
  return statuses
    .filter((status) => ways.includes(status))
    .map((status) => ({
      id: status,
      label: status === 'scheduled' ? schedule : words.moveTo(names[status]),
      icon: ArrowRight,
      disabledReason: refusal(status),
      onAction: () =>
        status === 'scheduled' ? onSchedule() : void changeOne(document, { status }),
    }));
}

function useTrashAction(document: DocumentSummary): MenuAction {
  const words = useWords(actWords);
  const session = useSession();
  return {
    id: 'trash',
    label: words.toTrash,
    icon: Trash2,
    isDangerous: true,
    disabledReason: !may(session, 'documents.lifecycle', true) && words.mayNotDelete,
    onAction: () => void moveToTrash([document]),
  };
}

async function copyPath(path: string): Promise<void> {
  const words = wordsNow(documentWords);
  try {
    await navigator.clipboard.writeText(path);
    toast({ text: words.pathCopied, tone: 'info' });
  } catch {
    toast({ text: words.pathNotCopied, tone: 'bad' });
  }
}
