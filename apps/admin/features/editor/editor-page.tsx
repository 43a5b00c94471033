import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { FileQuestion } from 'lucide-react';
import type { ReactNode } from 'react';
import { isProblem } from '@galley/sdk';
import { useMessages } from '../../lib/messages.ts';
import { EmptyState, ErrorNotice, Skeleton, usePageTitle } from '../../ui/index.ts';
import styles from './editor.module.css';
import { openedDocumentQuery } from './opened-document.ts';
import { editorMessages } from './messages.ts';

/**
 * The editor is large, so it loads while the document is fetched. Not `lazy`: once React shows the placeholder of a
 * `Suspense`, it keeps it for 300 ms.
 */
const codeQuery = queryOptions({
  queryKey: ['editor', 'code'],
  queryFn: () => import('./editor-screen.tsx'),
  staleTime: Infinity,
  structuralSharing: false,
});

export function Page(): ReactNode {
  const { _splat: path = '' } = useParams({ from: '/inside/edit/$' });
  const { data, ...opening } = useQuery(openedDocumentQuery(path));
  const { data: code, ...loading } = useQuery(codeQuery);
  if (isProblem(opening.error, 'not_found', 'invalid_path')) return <NoDocument path={path} />;
  if (data && code) return <code.EditorScreen key={path} opened={data} />;
  const failed = [opening, loading].find((query) => query.isError);
  return (
    <div className={styles['lonely']}>
      {failed ? (
        <ErrorNotice error={failed.error} onRetry={() => void failed.refetch()} />
      ) : (
        <Skeleton lines={9} />
      )}
    </div>
  );
}

function NoDocument({ path }: { readonly path: string }): ReactNode {
  const messages = useMessages(editorMessages);
  usePageTitle(messages.noDocument);
  return (
    <EmptyState
      icon={FileQuestion}
      title={messages.noDocument}
      actions={
        <Link to={'/documents'} className="button">
          {messages.toDocuments}
        </Link>
      }
    >
      <p className="breaks">{messages.noDocumentText({ path })}</p>
    </EmptyState>
  );
}
