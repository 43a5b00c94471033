import type { DocumentDetail, DocumentSummary } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { galley } from '../../lib/galley.ts';
import { useWords } from '../../lib/words.ts';
import { Dialog, Loading } from '../../ui/index.ts';
import { actWords } from './act-words.ts';
import { NewDocumentDialog, type Beginning } from './new-document.tsx';

/** Fields that belong to one document and are left out of a copy. */
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
  const words = useWords(actWords);
  const query = useQuery({
    queryKey: ['documents', 'detail', path],
    queryFn: ({ signal }) => galley.documents.get({ path }, { signal }),
  });
  if (query.data)
    return (
      <NewDocumentDialog
        dialogTitle={words.duplicateTitle}
        beginning={copyOf(query.data, words)}
        onClose={onClose}
      />
    );
  return (
    <Dialog title={words.duplicateTitle} onClose={onClose}>
      <Loading query={query}>{() => null}</Loading>
    </Dialog>
  );
}

function copyOf(detail: DocumentDetail, words: (typeof actWords)['en']): Beginning {
  const { title, type, lang, raw_body: content, frontmatter } = detail;
  return {
    title: words.copyOf(title).slice(0, 500),
    type,
    lang,
    content,
    frontmatter: Object.fromEntries(
      Object.entries(frontmatter).filter(([key]) => !ownOfDocument.has(key)),
    ),
  };
}
