import { Link } from '@tanstack/react-router';
import { ArrowLeft, Eye, Maximize2, Minimize2, PanelRight, Save } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSession } from '../../../app/session.ts';
import { useShortcut, formatShortcut } from '../../../lib/shortcuts.ts';
import { useMessages } from '../../../lib/messages.ts';
import { Button, IconButton, toast } from '../../../ui/index.ts';
import styles from '../editor.module.css';
import { hasDocumentCapability } from '../document-capability.ts';
import { useEditing, useEditingState } from '../use-editing.ts';
import type { Layout } from '../use-layout.ts';
import { editorMessages } from '../messages.ts';
import { editorActions } from './editor-actions.ts';
import { ActionsMenu } from './actions-menu.tsx';
import { RoomStatus } from '../room/room-status.tsx';
import { PublishButton } from './publish-button.tsx';
import { StatusBadges } from './status-badges.tsx';

export function EditorBar({ layout }: { readonly layout: Layout }): ReactNode {
  const messages = useMessages(editorMessages);
  const { isFocused, toggleFocus } = layout;
  return (
    <header className={styles['bar']}>
      <Link
        to={'/documents'}
        className="button quiet icon-only"
        title={messages.toDocuments}
        aria-label={messages.toDocuments}
      >
        <ArrowLeft aria-hidden size={16} />
      </Link>
      <div className={styles['what']}>
        <BarTitle />
        <div className={styles['state']}>
          <StatusBadges />
          <RoomStatus />
        </div>
      </div>
      <div className={styles['acts']}>
        {!isFocused && <Panes layout={layout} />}
        <IconButton
          kind="quiet"
          icon={isFocused ? Minimize2 : Maximize2}
          onPress={toggleFocus}
          isPressed={isFocused}
          shortcut={formatShortcut('mod+shift+f')}
          className={styles['wide-only'] ?? ''}
        >
          {isFocused ? messages.leaveFocus : messages.focusMode}
        </IconButton>
        <SaveButton />
        <PublishButton />
        <ActionsMenu />
      </div>
    </header>
  );
}

function BarTitle(): ReactNode {
  const messages = useMessages(editorMessages);
  const title = useEditingState(({ values, detail }) => values['title'] ?? detail.title);
  return (
    <h1 className={styles['title']} tabIndex={-1}>
      {typeof title === 'string' && title !== '' ? title : messages.untitled}
    </h1>
  );
}

function Panes({ layout }: { readonly layout: Layout }): ReactNode {
  const messages = useMessages(editorMessages);
  const { hasPanel, hasPreview, togglePanel, togglePreview } = layout;
  return (
    <>
      <IconButton
        kind="quiet"
        icon={Eye}
        isPressed={hasPreview}
        onPress={togglePreview}
        shortcut={formatShortcut('mod+shift+p')}
      >
        {messages.preview}
      </IconButton>
      <IconButton
        kind="quiet"
        icon={PanelRight}
        isPressed={hasPanel}
        onPress={togglePanel}
        shortcut={formatShortcut('mod+.')}
      >
        {messages.showPanel}
      </IconButton>
    </>
  );
}

function SaveButton(): ReactNode {
  const messages = useMessages(editorMessages);
  const editing = useEditing();
  const session = useSession();
  const mayWrite = useEditingState(({ detail }) =>
    hasDocumentCapability(session, 'documents.write', detail),
  );
  const isSaving = useEditingState((state) => state.isSaving);
  const isInConflict = useEditingState(({ conflict }) => conflict !== null);
  const save = async () => {
    if (!mayWrite || isInConflict) return;
    if (!editing.isDirty()) toast({ text: messages.nothingToSave, tone: 'info' });
    else await editorActions.save(editing);
  };
  useShortcut({ keys: 'mod+s', label: messages.save, run: () => void save() });
  return (
    <Button
      icon={Save}
      className={styles['save'] ?? ''}
      onPress={() => void save()}
      isPending={isSaving}
      shortcut={formatShortcut('mod+s')}
      disabledReason={!mayWrite && messages.readOnly}
    >
      {messages.save}
    </Button>
  );
}
