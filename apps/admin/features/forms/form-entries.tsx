import type { FormEntry, FormOverview } from '@galley/sdk';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Download, Inbox, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { downloadFile } from '../../lib/download-file.ts';
import { formatDateTime } from '../../lib/format.ts';
import { galley } from '../../lib/galley.ts';
import { useMessages } from '../../lib/messages.ts';
import { useAction } from '../../lib/use-action.ts';
import {
  Button,
  confirmAction,
  EmptyState,
  ErrorNotice,
  Facts,
  IconButton,
  MoreButton,
  Notice,
  Panel,
  QueryBoundary,
  Time,
  toast,
  toastProblem,
} from '../../ui/index.ts';
import { entriesQuery, invalidateForms } from './form-queries.ts';
import styles from './forms.module.css';
import { formMessages } from './messages.ts';

export function FormEntries({ form }: { readonly form: FormOverview }): ReactNode {
  const messages = useMessages(formMessages);
  const query = useInfiniteQuery(entriesQuery(form.name));
  const newest = query.data?.pages[0]?.items[0]?.id;
  return (
    <div className="stack">
      {form.is_full && <Notice tone="warn">{messages.full}</Notice>}
      {!form.is_defined && <Notice>{messages.removed}</Notice>}
      <Panel
        title={form.title}
        actions={newest !== undefined && <Actions form={form} newest={newest} />}
      >
        <p className="soft small">
          {messages.entries({ count: form.entries })}.{' '}
          {messages.retention({ days: form.retention_days })}
        </p>
        <QueryBoundary query={query} lines={4}>
          {({ pages }) => <EntryList form={form} entries={pages.flatMap(({ items }) => items)} />}
        </QueryBoundary>
        <MoreButton query={query} />
      </Panel>
    </div>
  );
}

function Actions(props: { readonly form: FormOverview; readonly newest: string }): ReactNode {
  const messages = useMessages(formMessages);
  const { form, newest } = props;
  const { name, entries } = form;
  const downloading = useAction(async () => {
    const download = await galley.forms.export({ form: name });
    downloadFile(download.filename ?? `${name}.csv`, await download.blob());
    toast({ text: messages.downloaded });
  });
  const deleting = useAction(async () => {
    const isSure = await confirmAction({
      title: messages.deleteAllTitle({ count: entries }),
      text: messages.deleteAllText,
      action: messages.deleteAll,
      kind: 'danger',
    });
    if (!isSure) return;
    const { deleted } = await galley.forms.deleteEntries({ form: name, newest });
    toast({ text: messages.deletedAll({ count: deleted }) });
    await invalidateForms();
  });
  return (
    <>
      <ErrorNotice error={downloading.error ?? deleting.error} />
      <Button
        size="small"
        icon={Download}
        isPending={downloading.isPending}
        onPress={downloading.run}
      >
        {messages.csv}
      </Button>
      <Button size="small" icon={Trash2} isPending={deleting.isPending} onPress={deleting.run}>
        {messages.deleteAll}
      </Button>
    </>
  );
}

function EntryList(props: {
  readonly form: FormOverview;
  readonly entries: readonly FormEntry[];
}): ReactNode {
  const messages = useMessages(formMessages);
  const { form, entries } = props;
  if (entries.length === 0)
    return (
      <EmptyState icon={Inbox} title={messages.noEntries}>
        {messages.noEntriesText}
      </EmptyState>
    );
  return (
    <ol className={styles['entries']} aria-label={form.title}>
      {entries.map((entry) => (
        <EntryItem key={entry.id} form={form.name} entry={entry} />
      ))}
    </ol>
  );
}

function EntryItem(props: { readonly form: string; readonly entry: FormEntry }): ReactNode {
  const messages = useMessages(formMessages);
  const { form, entry } = props;
  const { id, submitted_at: submittedAt, page, values } = entry;
  const deleting = useAction(async () => {
    const isSure = await confirmAction({
      title: messages.deleteTitle,
      text: messages.deleteText,
      action: messages.delete,
      kind: 'danger',
    });
    if (!isSure) return;
    await galley.forms.deleteEntry({ form, id });
    toast({ text: messages.deleted });
    await invalidateForms();
  }, toastProblem);
  return (
    <li>
      <div className="row">
        <span className="grow soft small breaks">
          <Time at={submittedAt} />
          {page !== '' && (
            <>
              {' · '}
              <a href={page}>{page}</a>
            </>
          )}
        </span>
        <IconButton
          kind="quiet"
          icon={Trash2}
          isPending={deleting.isPending}
          onPress={deleting.run}
        >
          {messages.deleteOf({ when: formatDateTime(submittedAt) })}
        </IconButton>
      </div>
      {values.length === 0 ? (
        <p className="soft">{messages.noValues}</p>
      ) : (
        <Facts
          facts={values.map(({ label, value }) => [
            label,
            <span key={label} className={styles['value']}>
              {value}
            </span>,
          ])}
        />
      )}
    </li>
  );
}
