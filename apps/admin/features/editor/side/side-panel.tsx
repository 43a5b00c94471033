import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { capabilitiesQuery, may, useSession } from '../../../app/session.ts';
import { keepChoice, readChoice } from '../../../lib/local-choice.ts';
import { useWords } from '../../../lib/words.ts';
import { Skeleton } from '../../../ui/index.ts';
import styles from '../editor.module.css';
import { FieldsTab } from '../fields/fields-tab.tsx';
import { editorWords } from '../words.ts';
import { AssistantTab } from './assistant-tab.tsx';
import { OutlineTab } from './outline-tab.tsx';

const FrontmatterTab = lazy(() =>
  import('./frontmatter-tab.tsx').then((file) => ({ default: file.FrontmatterTab })),
);

const names = ['fields', 'frontmatter', 'outline', 'assistant'] as const;
type Name = (typeof names)[number];

/** What is said about the text, beside it. */
export function SidePanel(): ReactNode {
  const words = useWords(editorWords);
  const hasWriter = useHasWriter();
  const [chosen, setChosen] = useState<Name>(firstTab);
  const choose = (name: Name) => {
    keepChoice('editor.tab', name);
    setChosen(name);
  };
  const shown = names.filter((name) => name !== 'assistant' || hasWriter);
  return (
    <aside className={styles['side']} aria-label={words.panel}>
      <Tabs
        className={styles['tabs'] ?? ''}
        selectedKey={shown.includes(chosen) ? chosen : 'fields'}
        onSelectionChange={(key) => choose(key as Name)}
      >
        <TabList className={styles['tab-list'] ?? ''} aria-label={words.panel}>
          {shown.map((name) => (
            <Tab key={name} id={name} className={styles['tab'] ?? ''}>
              {words[name]}
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
        {hasWriter && (
          <TabPanel id="assistant" className={styles['tab-panel'] ?? ''} shouldForceMount>
            <AssistantTab />
          </TabPanel>
        )}
      </Tabs>
    </aside>
  );
}

/** Whether this server writes for people, and for this person. */
function useHasWriter(): boolean {
  const session = useSession();
  const { data } = useQuery(capabilitiesQuery);
  return data?.features['ai_writer'] === true && may(session, 'documents.create');
}

function firstTab(): Name {
  const kept = readChoice('editor.tab');
  return names.find((name) => name === kept) ?? 'fields';
}
