import type { DocumentSummary } from '@galley/sdk';
import { Globe } from 'lucide-react';
import type { ReactNode } from 'react';
import { useWords } from '../../lib/words.ts';
import { StatusBadge, Time } from '../../ui/index.ts';
import styles from './documents.module.css';
import { documentWords } from './words.ts';

export function Standing({ document }: { readonly document: DocumentSummary }): ReactNode {
  const words = useWords(documentWords);
  const { status, is_public: isPublic, published_revision: published, revision } = document;
  const isEarlier = isPublic && published !== revision;
  const isBeside = isPublic && status !== 'published';
  const note = isEarlier ? words.earlierPublic : words.isPublic;
  return (
    <span className={styles.standing}>
      <StatusBadge status={status} />
      {(isEarlier || isBeside) && (
        <span className={styles.public} title={note}>
          <Globe aria-hidden size={14} />
          <span className="sr-only">{note}</span>
        </span>
      )}
      {status === 'scheduled' && (
        <span className={styles.due}>
          <Time at={document.scheduled_publish_at} />
        </span>
      )}
    </span>
  );
}
