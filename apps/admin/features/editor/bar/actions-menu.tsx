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
  TextQuote,
  Trash2,
  Users,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { useCommands, type Command } from '../../../lib/commands.ts';
import { useMessages, type TextsOf } from '../../../lib/messages.ts';
import { useStore } from '../../../lib/store.ts';
import { publicAddress } from '../../../lib/public-address.ts';
import { confirmAction, IconButton, Menu, toast, type MenuAction } from '../../../ui/index.ts';
import type { EditingSession } from '../session/editing-session.ts';
import { areSmartQuotesOn } from '../text/smart-quotes.ts';
import { useEditing } from '../use-editing.ts';
import { editorMessages } from '../messages.ts';
import { editorActions } from './editor-actions.ts';
import { actionMessages } from './action-messages.ts';
import { useActionContext } from './use-action-context.ts';
import { disabledReasons } from './disabled-reasons.ts';
import type { PagePath } from '../../../lib/page-path.ts';

export function ActionsMenu(): ReactNode {
  const messages = useMessages(editorMessages);
  const groups = [
    useStatusActions(),
    useDialogActions(),
    useLinkActions(),
    useWritingActions(),
    useDestructiveActions(),
  ];
  const actions = groups.flatMap((group, place) => (place > 0 ? [null, ...group] : group));
  // The menu renders when the state of the document changes, not for each key.
  useCommands(enabledCommands(actions));
  return (
    <Menu label={messages.more} actions={actions}>
      <IconButton kind="quiet" icon={MoreHorizontal}>
        {messages.more}
      </IconButton>
    </Menu>
  );
}

function enabledCommands(actions: readonly (MenuAction | null)[]): readonly Command[] {
  return actions
    .filter((action) => action !== null && !action.disabledReason)
    .map((action) => {
      const { id, label, icon, onAction } = action!;
      return { id: `document ${id}`, label, ...(icon && { icon }), run: onAction };
    });
}

function useStatusActions(): MenuAction[] {
  const messages = useMessages(actionMessages);
  const editing = useEditing();
  const { prompts } = editing;
  const situation = useActionContext();
  const isPlanned =
    situation.detail.status === 'scheduled' || situation.detail.scheduled_unpublish_at !== null;
  return [
    {
      id: 'review-request',
      label: messages.requestReview,
      icon: ClipboardCheck,
      onAction: () => prompts.openDialog('review'),
      disabledReason: disabledReasons.review(situation),
    },
    {
      id: 'schedule',
      label: isPlanned ? messages.reschedule : messages.schedule,
      icon: CalendarClock,
      onAction: () => prompts.openDialog('schedule'),
      disabledReason: disabledReasons.schedule(situation),
    },
    {
      id: 'draft',
      label: messages.backToDraft,
      icon: FilePen,
      onAction: () => void editorActions.toDraft(editing),
      disabledReason: disabledReasons.draft(situation),
    },
    {
      id: 'unpublish',
      label: messages.unpublish,
      icon: EyeOff,
      onAction: () => void editorActions.unpublish(editing),
      disabledReason: disabledReasons.unpublish(situation),
    },
    {
      id: 'archive',
      label: messages.archive,
      icon: Archive,
      onAction: () => void editorActions.archive(editing),
      disabledReason: disabledReasons.archive(situation),
    },
  ];
}

function useDialogActions(): MenuAction[] {
  const messages = useMessages(actionMessages);
  const { prompts } = useEditing();
  const situation = useActionContext();
  return [
    {
      id: 'assign',
      label: messages.assign,
      icon: Users,
      onAction: () => prompts.openDialog('assign'),
      disabledReason: disabledReasons.assign(situation),
    },
    {
      id: 'preview-link',
      label: messages.previewLink,
      icon: Link2,
      onAction: () => prompts.openDialog('previewLink'),
    },
    {
      id: 'duplicate',
      label: messages.duplicate,
      icon: Copy,
      onAction: () => prompts.openDialog('duplicate'),
      disabledReason: disabledReasons.duplicate(situation),
    },
  ];
}

function useLinkActions(): MenuAction[] {
  const messages = useMessages(actionMessages);
  const situation = useActionContext();
  const navigate = useNavigate();
  const { path, is_public: isPublic, url } = situation.detail;
  const address = publicAddress(url);
  const go = (to: PagePath) => () => void navigate({ to, params: { _splat: path } });
  return [
    {
      id: 'history',
      label: messages.history,
      icon: History,
      onAction: go('/history/$'),
      disabledReason: disabledReasons.history(situation),
    },
    { id: 'review', label: messages.review, icon: GitCompare, onAction: go('/review/$') },
    {
      id: 'site',
      label: messages.viewOnSite,
      icon: ExternalLink,
      onAction: () => void window.open(address, '_blank', 'noopener'),
      disabledReason: isPublic && address ? undefined : messages.notPublic,
    },
  ];
}

function useWritingActions(): MenuAction[] {
  const messages = useMessages(actionMessages);
  const isOn = useStore(areSmartQuotesOn);
  return [
    {
      id: 'smart-quotes',
      label: isOn ? messages.straightQuotes : messages.smartQuotes,
      icon: TextQuote,
      onAction: () => areSmartQuotesOn.set(!isOn),
    },
  ];
}

function useDestructiveActions(): MenuAction[] {
  const messages = useMessages(actionMessages);
  const about = useMessages(editorMessages);
  const editing = useEditing();
  const situation = useActionContext();
  const navigate = useNavigate();
  const nothing = situation.isDirty ? undefined : messages.nothingChanged;
  return [
    {
      id: 'message',
      label: about.saveMessage,
      icon: MessageSquarePlus,
      onAction: () => editing.prompts.openDialog('message'),
      disabledReason: nothing ?? disabledReasons.save(situation),
    },
    {
      id: 'discard',
      label: messages.discard,
      icon: RotateCcw,
      onAction: () => void discard(editing, about),
      disabledReason: nothing,
    },
    {
      id: 'trash',
      label: messages.trash,
      icon: Trash2,
      isDangerous: true,
      onAction: () => void editorActions.trash(editing, () => void navigate({ to: '/documents' })),
      disabledReason: disabledReasons.trash(situation),
    },
  ];
}

async function discard(
  editing: EditingSession,
  messages: TextsOf<typeof editorMessages>,
): Promise<void> {
  const { discardTitle: title, discardText: text, discard: action } = messages;
  if (!(await confirmAction({ title, text, action, kind: 'danger' }))) return;
  await editing.discard();
  const undo = { label: messages.undo, onPress: () => editing.undoDiscard() };
  toast({ text: messages.discarded, tone: 'info', action: undo });
}
