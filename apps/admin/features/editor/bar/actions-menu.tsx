import { useNavigate } from '@tanstack/react-router';
import {
  Archive,
  CalendarClock,
  ClipboardCheck,
  Copy,
  ExternalLink,
  EyeOff,
  FilePen,
  GitCompare,
  History,
  Link2,
  MessageSquarePlus,
  MoreHorizontal,
  RotateCcw,
  Trash2,
  Users,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { useCommands, type Command } from '../../../lib/commands.ts';
import { useWords } from '../../../lib/words.ts';
import { ask, IconButton, Menu, toast, type MenuAction } from '../../../ui/index.ts';
import type { Editing } from '../session/editing.ts';
import { useEditing } from '../use-editing.ts';
import { editorWords } from '../words.ts';
import { acts } from './acts.ts';
import { actionWords } from './action-words.ts';
import { useSituation } from './use-situation.ts';
import { whyNot } from './why-not.ts';

export function ActionsMenu(): ReactNode {
  const words = useWords(editorWords);
  const groups = [useStates(), useParts(), usePlaces(), useEnds()];
  const actions = groups.flatMap((group, place) => (place > 0 ? [null, ...group] : group));
  // The menu renders when the state of the document changes, not for each key.
  useCommands(offered(actions));
  return (
    <Menu label={words.more} actions={actions}>
      <IconButton kind="quiet" icon={MoreHorizontal}>
        {words.more}
      </IconButton>
    </Menu>
  );
}

function offered(actions: readonly (MenuAction | null)[]): readonly Command[] {
  return actions
    .filter((action) => action !== null && !action.disabledReason)
    .map((action) => {
      const { id, label, icon, onAction } = action!;
      return { id: `document ${id}`, label, ...(icon && { icon }), run: onAction };
    });
}

function useStates(): MenuAction[] {
  const words = useWords(actionWords);
  const editing = useEditing();
  const { asking } = editing;
  const situation = useSituation();
  const isPlanned =
    situation.detail.status === 'scheduled' || situation.detail.scheduled_unpublish_at !== null;
  return [
    {
      id: 'review-request',
      label: words.requestReview,
      icon: ClipboardCheck,
      onAction: () => asking.ask('review'),
      disabledReason: whyNot.review(situation),
    },
    {
      id: 'schedule',
      label: isPlanned ? words.reschedule : words.schedule,
      icon: CalendarClock,
      onAction: () => asking.ask('schedule'),
      disabledReason: whyNot.schedule(situation),
    },
    {
      id: 'draft',
      label: words.backToDraft,
      icon: FilePen,
      onAction: () => void acts.toDraft(editing),
      disabledReason: whyNot.draft(situation),
    },
    {
      id: 'unpublish',
      label: words.unpublish,
      icon: EyeOff,
      onAction: () => void acts.unpublish(editing),
      disabledReason: whyNot.unpublish(situation),
    },
    {
      id: 'archive',
      label: words.archive,
      icon: Archive,
      onAction: () => void acts.archive(editing),
      disabledReason: whyNot.archive(situation),
    },
  ];
}

function useParts(): MenuAction[] {
  const words = useWords(actionWords);
  const { asking } = useEditing();
  const situation = useSituation();
  return [
    {
      id: 'assign',
      label: words.assign,
      icon: Users,
      onAction: () => asking.ask('assign'),
      disabledReason: whyNot.assign(situation),
    },
    {
      id: 'preview-link',
      label: words.previewLink,
      icon: Link2,
      onAction: () => asking.ask('previewLink'),
    },
    {
      id: 'duplicate',
      label: words.duplicate,
      icon: Copy,
      onAction: () => asking.ask('duplicate'),
      disabledReason: whyNot.duplicate(situation),
    },
  ];
}

function usePlaces(): MenuAction[] {
  const words = useWords(actionWords);
  const situation = useSituation();
  const navigate = useNavigate();
  const { path, is_public: isPublic, url } = situation.detail;
  const go = (to: string) => () => void navigate({ to, params: { _splat: path } });
  return [
    {
      id: 'history',
      label: words.history,
      icon: History,
      onAction: go('/history/$'),
      disabledReason: whyNot.history(situation),
    },
    { id: 'review', label: words.review, icon: GitCompare, onAction: go('/review/$') },
    {
      id: 'site',
      label: words.viewOnSite,
      icon: ExternalLink,
      onAction: () => void window.open(publicAddress(url), '_blank', 'noopener'),
      disabledReason: isPublic ? undefined : words.notPublic,
    },
  ];
}

function useEnds(): MenuAction[] {
  const words = useWords(actionWords);
  const about = useWords(editorWords);
  const editing = useEditing();
  const situation = useSituation();
  const navigate = useNavigate();
  const nothing = situation.isDirty ? undefined : words.nothingChanged;
  return [
    {
      id: 'message',
      label: about.saveMessage,
      icon: MessageSquarePlus,
      onAction: () => editing.asking.ask('message'),
      disabledReason: nothing ?? whyNot.save(situation),
    },
    {
      id: 'discard',
      label: words.discard,
      icon: RotateCcw,
      onAction: () => void discard(editing, about),
      disabledReason: nothing,
    },
    {
      id: 'trash',
      label: words.trash,
      icon: Trash2,
      isDangerous: true,
      onAction: () => void acts.trash(editing, () => void navigate({ to: '/documents' })),
      disabledReason: whyNot.trash(situation),
    },
  ];
}

async function discard(editing: Editing, words: (typeof editorWords)['en']): Promise<void> {
  const { discardTitle: title, discardText: text, discard: action } = words;
  if (!(await ask({ title, text, action, kind: 'danger' }))) return;
  await editing.discard();
  const undo = { label: words.undo, onPress: () => editing.undoDiscard() };
  toast({ text: words.discarded, tone: 'info', action: undo });
}

/**
 * Address of the public page; the origin of this server unless the scheme is HTTP or HTTPS, because the frontmatter
 * affects the address.
 */
function publicAddress(url: string): string {
  const address = new URL(url, location.origin);
  return /^https?:$/.test(address.protocol) ? address.href : location.origin;
}
