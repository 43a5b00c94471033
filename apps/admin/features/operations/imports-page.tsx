import type { SiteImport } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useMessages } from '../../lib/messages.ts';
import { Page as Shown, QueryBoundary } from '../../ui/index.ts';
import { ImportForm } from './import-form.tsx';
import { importMessages } from './import-messages.ts';
import { ImportNotice } from './import-notice.tsx';
import { ImportPreview } from './import-preview.tsx';
import { importQuery, isActive } from './import-queries.ts';
import { ImportTable } from './import-table.tsx';
import { operationsMessages } from './messages.ts';
import { OperationsTabs } from './operations-tabs.tsx';
import { StaleDataNotice } from './stale-data-notice.tsx';

export function Page(): ReactNode {
  const messages = useMessages(importMessages);
  const query = useQuery(importQuery);
  return (
    <Shown title={useMessages(operationsMessages).operations} about={messages.about}>
      <OperationsTabs />
      <StaleDataNotice queries={[query]} />
      <QueryBoundary query={query} lines={3}>
        {({ import: job }) => <Import key={job?.id} job={job} />}
      </QueryBoundary>
    </Shown>
  );
}

function Import({ job }: { readonly job: SiteImport | null }): ReactNode {
  const [publish, setPublish] = useState(false);
  if (!job) return <ImportForm />;
  if (isActive(job)) return <ImportNotice job={job} />;
  if (job.state !== 'ready')
    return (
      <>
        <ImportNotice job={job} />
        <ImportForm last={job} />
        {hasTable(job) && <ImportTable job={job} publish={job.publish} />}
      </>
    );
  return (
    <>
      <ImportPreview job={job} publish={publish} onPublishChange={setPublish} />
      <ImportTable job={job} publish={publish} />
    </>
  );
}

/** A killed process leaves no table, and a refused source has none. */
function hasTable({ state, counts }: SiteImport): boolean {
  return state !== 'interrupted' && Object.values(counts).some((count) => count > 0);
}
