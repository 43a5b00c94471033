import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { FileQuestion } from 'lucide-react';
import { lazy, Suspense, type ReactNode } from 'react';
import { isProblem } from '@galley/sdk';
import { useMessages } from '../../lib/messages.ts';
import { EmptyState, ErrorNotice, Skeleton, usePageTitle } from '../../ui/index.ts';
import styles from './editor.module.css';
import { openedDocumentQuery } from './opened-document.ts';
import { editorMessages } from './messages.ts';

const load = () =>
  import('./editor-screen.tsx').then(({ EditorScreen }) => ({ default: EditorScreen }));
// The editor bundle is large, so it loads while the document is fetched, not once it is rendered.
const early = load().catch(() => undefined);
const Screen = lazy(async () => (await early) ?? load());

export function Page(): ReactNode {
  const { _splat: path = '' } = useParams({ from: '/inside/edit/$' });
  const { data, error, refetch } = useQuery(openedDocumentQuery(path));
  if (isProblem(error, 'not_found', 'invalid_path')) return <NoDocument path={path} />;
  if (error && !data)
    return (
      <div className={styles['lonely']}>
        <ErrorNotice error={error} onRetry={() => void refetch()} />
      </div>
    );
  const loading = (
    <div className={styles['lonely']}>
      <Skeleton lines={9} />
    </div>
  );
  if (!data) return loading;
  return (
    <Suspense fallback={loading}>
      <Screen key={path} opened={data} />
    </Suspense>
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
