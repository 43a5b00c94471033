import type { DocumentSummary } from '@galley/sdk';
import type { ReactNode } from 'react';
import { personName } from '../../lib/person-name.ts';
import { useWords } from '../../lib/words.ts';
import styles from './documents.module.css';
import { documentWords } from './words.ts';

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
  const words = useWords(documentWords);
  return [
    assignee && assignee !== author && words.assignedTo(personName(names, assignee)),
    reviewer && status === 'in_review' && words.reviewedBy(personName(names, reviewer)),
    editor && ![author, assignee].includes(editor) && words.editedBy(personName(names, editor)),
  ].filter((text) => typeof text === 'string' && text !== '') as string[];
}
