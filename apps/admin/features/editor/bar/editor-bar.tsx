import { Link } from '@tanstack/react-router';
import { ArrowLeft, Eye, Maximize2, Minimize2, PanelRight, Save } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSession } from '../../../app/session.ts';
import { useShortcut, shownKeys } from '../../../lib/shortcuts.ts';
import { useWords } from '../../../lib/words.ts';
import { Button, IconButton, toast } from '../../../ui/index.ts';
import styles from '../editor.module.css';
import { mayHere } from '../may-write.ts';
import { useEditing, useEditingState } from '../use-editing.ts';
import type { Layout } from '../use-layout.ts';
import { editorWords } from '../words.ts';
import { ActionsMenu } from './actions-menu.tsx';
import { KeptState } from './kept-state.tsx';
import { PublishButton } from './publish-button.tsx';
import { Standing } from './standing.tsx';

export function EditorBar({ layout }: { readonly layout: Layout }): ReactNode {
  const words = useWords(editorWords);
  const { isFocused, toggleFocus } = layout;
  return (
    <header className={styles['bar']}>
      <Link
        to={'/documents'}
        className="button quiet icon-only"
        title={words.toDocuments}
        aria-label={words.toDocuments}
      >
        <ArrowLeft aria-hidden size={16} />
      </Link>
      <div className={styles['what']}>
        <BarTitle />
        <div className={styles['state']}>
          <Standing />
          <KeptState />
        </div>
      </div>
      <div className={styles['acts']}>
        {!isFocused && <Panes layout={layout} />}
        <IconButton
          kind="quiet"
          icon={isFocused ? Minimize2 : Maximize2}
          onPress={toggleFocus}
          isPressed={isFocused}
          shortcut={shownKeys('mod+shift+f')}
          className={styles['wide-only'] ?? ''}
        >
          {isFocused ? words.leaveFocus : words.focusMode}
        </IconButton>
        <SaveButton />
        <PublishButton />
        <ActionsMenu />
      </div>
    </header>
  );
}

function BarTitle(): ReactNode {
  const words = useWords(editorWords);
  const title = useEditingState(({ values, detail }) => values['title'] ?? detail.title);
  return (
    <h1 className={styles['title']} tabIndex={-1}>
      {typeof title === 'string' && title !== '' ? title : words.untitled}
    </h1>
  );
}

function Panes({ layout }: { readonly layout: Layout }): ReactNode {
  const words = useWords(editorWords);
  const { hasPanel, hasPreview, togglePanel, togglePreview } = layout;
  return (
    <>
      <IconButton
        kind="quiet"
        icon={Eye}
        isPressed={hasPreview}
        onPress={togglePreview}
        shortcut={shownKeys('mod+shift+p')}
      >
        {words.preview}
      </IconButton>
      <IconButton
        kind="quiet"
        icon={PanelRight}
        isPressed={hasPanel}
        onPress={togglePanel}
        shortcut={shownKeys('mod+.')}
      >
        {words.showPanel}
      </IconButton>
    </>
  );
}

function SaveButton(): ReactNode {
  const words = useWords(editorWords);
  const editing = useEditing();
  const session = useSession();
  const mayWrite = useEditingState(({ detail }) => mayHere(session, 'documents.write', detail));
  const isSaving = useEditingState((state) => state.isSaving);
  const isInConflict = useEditingState(({ conflict }) => conflict !== null);
  const save = async () => {
    if (!mayWrite || isInConflict) return;
    if (!editing.isDirty()) toast({ text: words.nothingToSave, tone: 'info' });
    else if (await editing.save()) toast({ text: words.saved });
  };
  useShortcut({ keys: 'mod+s', label: words.save, run: () => void save() });
  return (
    <Button
      icon={Save}
      className={styles['save'] ?? ''}
      onPress={() => void save()}
      isPending={isSaving}
      shortcut={shownKeys('mod+s')}
      disabledReason={!mayWrite && words.readOnly}
    >
      {words.save}
    </Button>
  );
}
