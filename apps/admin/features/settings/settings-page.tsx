import { useQuery } from '@tanstack/react-query';
import type { SettingsSection } from '@galley/sdk';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { textOf } from '../../fields/index.ts';
import { useMessages } from '../../lib/messages.ts';
import { QueryBoundary, Page as Shown } from '../../ui/index.ts';
import { AiWriterFacts } from './ai-writer-facts.tsx';
import { formQuery, sectionsQuery } from './queries.ts';
import { SectionForm } from './section-form.tsx';
import { SectionList } from './section-list.tsx';
import styles from './settings.module.css';
import { settingsMessages } from './messages.ts';

export function Page(): ReactNode {
  const messages = useMessages(settingsMessages);
  const sections = useQuery(sectionsQuery);
  return (
    <Shown title={messages.settings}>
      <QueryBoundary query={sections}>{(found) => <Sections sections={found} />}</QueryBoundary>
    </Shown>
  );
}

function Sections({ sections }: { readonly sections: readonly SettingsSection[] }): ReactNode {
  const params: { readonly section?: unknown } = useParams({ strict: false });
  const id = textOf(params.section) || (sections[0]?.id ?? '');
  const section = sections.find((one) => one.id === id);
  return (
    <div className={styles['columns']}>
      <SectionList sections={sections} current={id} />
      <Opened key={id} id={id} section={section} />
    </div>
  );
}

function Opened(props: {
  readonly id: string;
  readonly section: SettingsSection | undefined;
}): ReactNode {
  const { id, section } = props;
  const form = useQuery(formQuery(id));
  return (
    <div className={`stack ${styles['opened']}`}>
      <QueryBoundary query={form} lines={8}>
        {(latest) =>
          section && (
            <>
              {id === 'plugin:aiwriter' && <AiWriterFacts />}
              <SectionForm section={section} latest={latest} />
            </>
          )
        }
      </QueryBoundary>
    </div>
  );
}
