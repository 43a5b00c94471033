import type { ReactNode } from 'react';
import { personName } from '../../../lib/person-name.ts';
import { useMessages } from '../../../lib/messages.ts';
import { Facts, Time } from '../../../ui/index.ts';
import styles from '../editor.module.css';
import { useEditingState } from '../use-editing.ts';
import { deadlineMessages } from '../../documents/deadline-messages.ts';
import { DeadlineFact } from './deadline-fact.tsx';
import { fieldMessages } from './field-messages.ts';
import { PanelSection } from './panel-section.tsx';

export function AboutDocument(): ReactNode {
  const messages = useMessages(fieldMessages);
  const { due } = useMessages(deadlineMessages);
  const detail = useEditingState((state) => state.detail);
  const { last_change: change, author, names } = detail;
  const named = (username: string) => personName(names, username);
  const facts: [string, ReactNode][] = [
    [messages.file, detail.path],
    [messages.address, detail.url],
    [messages.type, detail.type],
    [messages.author, author && named(author)],
    [
      messages.lastEditor,
      change?.cause === 'disk' ? messages.onDisk : change && named(change.author),
    ],
    [messages.updated, change && <Time at={change.at} />],
    [
      due,
      <DeadlineFact
        key="due"
        path={detail.path}
        title={detail.title || detail.path}
        dueOn={detail.due_on}
      />,
    ],
    [messages.contributors, detail.editorial.contributors.map(named).join(', ')],
    [messages.published, detail.published_at && <Time at={detail.published_at} />],
  ];
  return (
    <PanelSection id="about" title={messages.about}>
      <div className={styles['facts']}>
        <Facts facts={facts.filter(([, value]) => Boolean(value))} />
      </div>
    </PanelSection>
  );
}
