import type { DocumentSummary } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { getDocument } from '../../lib/documents.ts';
import { useMessages } from '../../lib/messages.ts';
import { Dialog, QueryBoundary } from '../../ui/index.ts';
import { documentActionMessages } from './action-messages.ts';
import { NewDocumentDialog, type InitialValues } from './new-document.tsx';

/** Fields that a copy leaves out. */
const ownOfDocument: ReadonlySet<string> = new Set([
  'title',
  'slug',
  'status',
  'date',
  'aliases',
  'id',
  'lang',
  'scheduled_publish_at',
  'scheduled_unpublish_at',
]);

export function DuplicateDialog(props: {
  readonly document: DocumentSummary;
  readonly onClose: () => void;
}): ReactNode {
  const { document, onClose } = props;
  const { path } = document;
  const messages = useMessages(documentActionMessages);
  const query = useQuery({
    queryKey: ['documents', 'detail', path],
    queryFn: ({ signal }) => getDocument(path, { signal }),
  });
  if (query.data) {
    const { title, type, lang, raw_body: content, frontmatter } = query.data;
    return <CopyDialog original={{ title, type, lang, content, frontmatter }} onClose={onClose} />;
  }
  return (
    <Dialog title={messages.duplicateTitle} onClose={onClose}>
      <QueryBoundary query={query}>{() => null}</QueryBoundary>
    </Dialog>
  );
}

export function CopyDialog(props: {
  readonly original: Required<Omit<InitialValues, 'draft_key'>>;
  readonly onClose: () => void;
}): ReactNode {
  const { original, onClose } = props;
  const messages = useMessages(documentActionMessages);
  const kept = Object.entries(original.frontmatter).filter(([key]) => !ownOfDocument.has(key));
  return (
    <NewDocumentDialog
      dialogTitle={messages.duplicateTitle}
      beginning={{
        ...original,
        title: messages.copyOf({ title: original.title }).slice(0, 500),
        frontmatter: Object.fromEntries(kept),
      }}
      onClose={onClose}
    />
  );
}
