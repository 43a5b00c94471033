import { CircleAlert, CircleCheck, Info, TriangleAlert, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { ProgressBar } from 'react-aria-components';
import { problemText } from '../lib/problem-text.ts';
import { useMessages } from '../lib/messages.ts';
import { Button } from './button.tsx';
import { uiMessages } from './messages.ts';

/** `value` is from 0 to 1. */
export function Progress(props: { readonly label: string; readonly value: number }): ReactNode {
  return (
    <ProgressBar className="progress" aria-label={props.label} value={props.value} maxValue={1}>
      {({ percentage }) => <span style={{ inlineSize: `${percentage ?? 0}%` }} />}
    </ProgressBar>
  );
}

export function Skeleton({ lines = 3 }: { readonly lines?: number }): ReactNode {
  const messages = useMessages(uiMessages);
  return (
    <div className="skeleton" role="status">
      <span className="sr-only">{messages.loading}</span>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} aria-hidden />
      ))}
    </div>
  );
}

const toneIcons: Record<string, LucideIcon> = {
  info: Info,
  good: CircleCheck,
  warn: TriangleAlert,
  bad: CircleAlert,
};

/** Screen readers announce `bad` and `warn` at once. */
export function Notice(props: {
  readonly tone?: 'info' | 'good' | 'warn' | 'bad';
  readonly title?: string;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}): ReactNode {
  const { tone = 'info', title, children, actions } = props;
  const Icon = toneIcons[tone]!;
  return (
    <div className={`notice ${tone}`} role={tone === 'bad' || tone === 'warn' ? 'alert' : 'status'}>
      <Icon aria-hidden size={18} />
      <div className="grow">
        {title && <strong>{title}</strong>}
        {children && <div className="breaks">{children}</div>}
      </div>
      {actions && <div className="row">{actions}</div>}
    </div>
  );
}

export function ErrorNotice({
  error,
  title,
  onRetry,
}: {
  readonly error: unknown;
  readonly title?: string;
  readonly onRetry?: () => void;
}): ReactNode {
  const messages = useMessages(uiMessages);
  if (error === null || error === undefined) return null;
  const actions = onRetry && (
    <Button size="small" onPress={onRetry}>
      {messages.tryAgain}
    </Button>
  );
  return (
    <Notice tone="bad" {...(title !== undefined && { title })} actions={actions}>
      {problemText(error)}
    </Notice>
  );
}

export function EmptyState(props: {
  readonly icon?: LucideIcon;
  readonly title: string;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}): ReactNode {
  const { icon: Icon, title, children, actions } = props;
  return (
    <div className="empty">
      {Icon && <Icon aria-hidden size={28} strokeWidth={1.5} />}
      <p className="empty-title">{title}</p>
      {children && <div className="soft">{children}</div>}
      {actions && <div className="row">{actions}</div>}
    </div>
  );
}

export interface QueryState<Data> {
  readonly data: Data | undefined;
  readonly error: unknown;
  readonly refetch: () => unknown;
}

export function QueryBoundary<Data>({
  query,
  lines = 5,
  children,
}: {
  readonly query: QueryState<Data>;
  readonly lines?: number;
  readonly children: (data: Data) => ReactNode;
}): ReactNode {
  const messages = useMessages(uiMessages);
  if (query.data !== undefined) return children(query.data);
  if (query.error === null || query.error === undefined) return <Skeleton lines={lines} />;
  return (
    <ErrorNotice
      title={messages.failed}
      error={query.error}
      onRetry={() => {
        query.refetch();
      }}
    />
  );
}
