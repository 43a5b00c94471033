import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { capabilitiesQuery, hasCapability, useSession } from '../../../app/session.ts';
import { focusFirstError } from '../../../fields/index.ts';
import { useMessages } from '../../../lib/messages.ts';
import { Skeleton } from '../../../ui/index.ts';
import styles from '../editor.module.css';
import { FieldsTab } from '../fields/fields-tab.tsx';
import { useEditing, useEditingState } from '../use-editing.ts';
import { panelTabs, type Layout, type PanelTab } from '../use-layout.ts';
import { editorMessages } from '../messages.ts';
import { AssistantTab } from './assistant-tab.tsx';
import { OutlineTab } from './outline-tab.tsx';
import { CommentsTab } from '../comments/comments-tab.tsx';

const FrontmatterTab = lazy(() =>
  import('./frontmatter-tab.tsx').then((file) => ({ default: file.FrontmatterTab })),
);

export function SidePanel({ layout }: { readonly layout: Layout }): ReactNode {
  const messages = useMessages(editorMessages);
  const hasWriter = useHasWriter();
  const { tab, chooseTab } = layout;
  const shown = panelTabs.filter((name) => name !== 'assistant' || hasWriter);
  return (
    <aside ref={useFirstError()} className={styles['side']} aria-label={messages.panel}>
      <Tabs
        className={styles['tabs'] ?? ''}
        selectedKey={shown.includes(tab) ? tab : 'fields'}
        onSelectionChange={(key) => chooseTab(key as PanelTab)}
      >
        <TabList className={styles['tab-list'] ?? ''} aria-label={messages.panel}>
          {shown.map((name) => (
            <Tab key={name} id={name} className={styles['tab'] ?? ''}>
              {messages[name]}
            </Tab>
          ))}
        </TabList>
        <TabPanel id="fields" className={styles['tab-panel'] ?? ''}>
          <FieldsTab />
        </TabPanel>
        <TabPanel id="frontmatter" className={styles['tab-panel'] ?? ''}>
          <Suspense fallback={<Skeleton lines={6} />}>
            <FrontmatterTab />
          </Suspense>
        </TabPanel>
        <TabPanel id="outline" className={styles['tab-panel'] ?? ''}>
          <OutlineTab />
        </TabPanel>
        <TabPanel id="comments" className={styles['tab-panel'] ?? ''}>
          <CommentsTab onShow={() => layout.isNarrow && layout.togglePanel()} />
        </TabPanel>
        {hasWriter && (
          <TabPanel id="assistant" className={styles['tab-panel'] ?? ''}>
            <AssistantTab onWrite={() => layout.isNarrow && layout.togglePanel()} />
          </TabPanel>
        )}
      </Tabs>
    </aside>
  );
}

function useHasWriter(): boolean {
  const session = useSession();
  const { data } = useQuery(capabilitiesQuery);
  return data?.features['ai_writer'] === true && hasCapability(session, 'documents.create');
}

function useFirstError() {
  const editing = useEditing();
  const refusals = useEditingState((state) => state.refusals);
  const panel = useRef<HTMLElement>(null);
  const focus = useEffectEvent(() =>
    focusFirstError(panel.current, editing.state.get().fieldErrors),
  );
  useEffect(() => {
    if (refusals === 0) return undefined;
    // The next frame: by then the fields tab is shown.
    const frame = requestAnimationFrame(() => focus());
    return () => cancelAnimationFrame(frame);
  }, [refusals]);
  return panel;
}
