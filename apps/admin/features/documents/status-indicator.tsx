import type { DocumentSummary } from '@galley/sdk';
import { Globe } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMessages } from '../../lib/messages.ts';
import { Time } from '../../ui/index.ts';
import { DocumentStatusBadge } from './document-status-badge.tsx';
import styles from './documents.module.css';
import { documentMessages } from './messages.ts';

export function StatusIndicator({ document }: { readonly document: DocumentSummary }): ReactNode {
  const messages = useMessages(documentMessages);
  const { status, is_public: isPublic, published_revision: published, revision } = document;
  const isEarlier = isPublic && published !== revision;
  const isBeside = isPublic && status !== 'published';
  const note = isEarlier ? messages.earlierPublic : messages.isPublic;
  return (
    <span className={styles.standing}>
      <DocumentStatusBadge document={document} />
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
