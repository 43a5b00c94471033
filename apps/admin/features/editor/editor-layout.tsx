import { lazy, Suspense, useDeferredValue, useEffect, useEffectEvent, type ReactNode } from 'react';
import { useShortcut } from '../../lib/shortcuts.ts';
import { useMessages } from '../../lib/messages.ts';
import { classNames, Dialog, Skeleton } from '../../ui/index.ts';
import { usePassages } from './comments/passage-following.tsx';
import { EditorBar } from './bar/editor-bar.tsx';
import { EditorDialogs } from './dialogs/editor-dialogs.tsx';
import styles from './editor.module.css';
import { Notices } from './notices.tsx';
import { PreviewPane } from './preview/preview-pane.tsx';
import { SidePanel } from './side/side-panel.tsx';
import { TextPane } from './text/text-pane.tsx';
import { useEditingState } from './use-editing.ts';
import { useLayout, type Layout } from './use-layout.ts';
import { editorMessages } from './messages.ts';

const ConflictView = lazy(() =>
  import('./conflict/conflict-view.tsx').then((file) => ({ default: file.ConflictView })),
);

export function EditorLayout(): ReactNode {
  const messages = useMessages(editorMessages);
  const layout = useLayout();
  const { isNarrow, hasPanel, isFocused, togglePreview, togglePanel, toggleFocus } = layout;
  useShortcut({ keys: 'mod+shift+p', label: messages.preview, run: togglePreview });
  useShortcut({ keys: 'mod+.', label: messages.panel, run: togglePanel });
  useShortcut({ keys: 'mod+shift+f', label: messages.focusMode, run: toggleFocus });
  useRefusedFields(layout);
  usePassages(layout);
  return (
    <div className={classNames(styles['editor'], isFocused && styles['focused'])}>
      <EditorBar layout={layout} />
      <Notices onMend={() => layout.showTab('frontmatter')} />
      <Panes layout={layout} />
      {hasPanel && isNarrow && (
        <Dialog title={messages.panel} size="side" onClose={togglePanel}>
          <SidePanel layout={layout} />
        </Dialog>
      )}
      <EditorDialogs />
    </div>
  );
}

function useRefusedFields(layout: Layout): void {
  const refusals = useEditingState((state) => state.refusals);
  const show = useEffectEvent(() => layout.showTab('fields'));
  useEffect(() => {
    if (refusals > 0) show();
  }, [refusals]);
}

function Panes({ layout }: { readonly layout: Layout }): ReactNode {
  const { isNarrow, hasPreview, isFocused } = layout;
  const conflict = useEditingState((state) => state.conflict);
  const isBeside = conflict === null && !isFocused;
  const isTextAway = conflict !== null || (isNarrow && hasPreview && !isFocused);
  return (
    <div className={styles['panes']}>
      {conflict && (
        <Suspense fallback={<Skeleton lines={8} />}>
          <ConflictView conflict={conflict} />
        </Suspense>
      )}
      <TextPane isHidden={isTextAway} isFocused={isFocused} />
      {isBeside && <Beside layout={layout} />}
    </div>
  );
}

/** The text is shown first. What is beside it takes its room, and follows. */
function Beside({ layout }: { readonly layout: Layout }): ReactNode {
  const { isNarrow, hasPanel, hasPreview } = layout;
  const isTextShown = useDeferredValue(true, false);
  const isPanelBeside = hasPanel && !isNarrow;
  if (!isTextShown)
    return (
      <>
        {hasPreview && <div className={styles['preview']} />}
        {isPanelBeside && <div className={styles['side']} />}
      </>
    );
  return (
    <>
      {hasPreview && <PreviewPane />}
      {isPanelBeside && <SidePanel layout={layout} />}
    </>
  );
}
