import type { DocumentDetail, DocumentSummary } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { galley } from '../../lib/galley.ts';
import { useMessages } from '../../lib/messages.ts';
import { Dialog, QueryBoundary } from '../../ui/index.ts';
import { documentActionMessages } from './action-messages.ts';
import { NewDocumentDialog, type InitialValues } from './new-document.tsx';

/** Fields that a copy leaves out. */
export const ownOfDocument: ReadonlySet<string> = new Set([
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
    queryFn: ({ signal }) => galley.documents.get({ path }, { signal }),
  });
  if (query.data)
    return (
      <NewDocumentDialog
        dialogTitle={messages.duplicateTitle}
        beginning={copyOf(query.data, messages)}
        onClose={onClose}
      />
    );
  return (
    <Dialog title={messages.duplicateTitle} onClose={onClose}>
      <QueryBoundary query={query}>{() => null}</QueryBoundary>
    </Dialog>
  );
}

function copyOf(
  detail: DocumentDetail,
  messages: (typeof documentActionMessages)['en'],
): InitialValues {
  const { title, type, lang, raw_body: content, frontmatter } = detail;
  return {
    title: messages.copyOf(title).slice(0, 500),
    type,
    lang,
    content,
    frontmatter: Object.fromEntries(
      Object.entries(frontmatter).filter(([key]) => !ownOfDocument.has(key)),
    ),
  };
}
