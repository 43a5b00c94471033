import type { DocumentSummary } from '@galley/sdk';
import type { ReactNode } from 'react';
import { personName } from '../../lib/person-name.ts';
import { useMessages } from '../../lib/messages.ts';
import styles from './documents.module.css';
import { documentMessages } from './messages.ts';

export function PeopleCell({ document }: { readonly document: DocumentSummary }): ReactNode {
  const { author, names } = document;
  const others = useOthers(document).join(' · ');
  return (
    <span role="gridcell" className={styles.people}>
      <span className="cut block" dir="auto" title={author ?? undefined}>
        {author && personName(names, author)}
      </span>
      {others && (
        <span className={`${styles.others} cut`} dir="auto" title={others}>
          {others}
        </span>
      )}
    </span>
  );
}

function useOthers(document: DocumentSummary): string[] {
  const { author, last_change: change, assignee, reviewer, status, names } = document;
  // Edits on disk have no known author.
  const editor = change?.cause === 'disk' ? undefined : change?.author;
  const messages = useMessages(documentMessages);
  return [
    assignee && assignee !== author && messages.assignedTo({ name: personName(names, assignee) }),
    reviewer &&
      status === 'in_review' &&
      messages.reviewedBy({ name: personName(names, reviewer) }),
    editor &&
      ![author, assignee].includes(editor) &&
      messages.editedBy({ name: personName(names, editor) }),
  ].filter((text) => typeof text === 'string' && text !== '') as string[];
}
