import type { Build, OperationStatus } from '@galley/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Hammer } from 'lucide-react';
import type { ReactNode } from 'react';
import { galley } from '../../lib/galley.ts';
import { useAction } from '../../lib/use-action.ts';
import { useMessages } from '../../lib/messages.ts';
import {
  Button,
  EmptyState,
  QueryBoundary,
  Notice,
  Page as Shown,
  Panel,
  Spinner,
  toast,
  toastProblem,
} from '../../ui/index.ts';
import { BuildSheet } from './build-sheet.tsx';
import { BuildTable } from './build-table.tsx';
import { buildsQuery, isInProgress, workQuery } from './operations-queries.ts';
import { StaleDataNotice } from './stale-data-notice.tsx';
import { OperationsTabs } from './operations-tabs.tsx';
import { operationsMessages } from './messages.ts';

export function Page(): ReactNode {
  const messages = useMessages(operationsMessages);
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const builds = useQuery(buildsQuery);
  const work = useQuery(workQuery);
  const chosen = search['build'];
  const show = (build: string | undefined) =>
    void navigate({ to: '/operations/builds', search: { build } });
  return (
    <Shown title={messages.operations} about={messages.buildsAbout}>
      <OperationsTabs />
      <StaleDataNotice queries={[work, builds]} />
      <QueryBoundary query={work} lines={2}>
        {(data) =>
          work.error === null && <BuildStatusNotice work={data} builds={builds.data ?? []} />
        }
      </QueryBoundary>
      <Panel title={messages.buildList} actions={<RebuildButtons />} isFlush>
        <QueryBoundary query={builds}>
          {(data) =>
            data.length === 0 ? (
              <EmptyState icon={Hammer} title={messages.noBuilds}>
                {messages.noBuildsText}
              </EmptyState>
            ) : (
              <BuildTable builds={data} onShow={show} />
            )
          }
        </QueryBoundary>
      </Panel>
      {typeof chosen === 'string' && <BuildSheet id={chosen} onClose={() => show(undefined)} />}
    </Shown>
  );
}

function BuildStatusNotice(props: {
  readonly work: OperationStatus;
  readonly builds: readonly Build[];
}): ReactNode {
  const { work, builds } = props;
  const messages = useMessages(operationsMessages);
  if (work.status === 'building' || builds.some(isInProgress))
    return (
      <Notice tone="info" title={messages.building} actions={<Spinner label={messages.building} />}>
        {messages.buildingText({ count: work.queue_length })}
      </Notice>
    );
  if (work.status === 'failed')
    return (
      <Notice tone="bad" title={messages.failed}>
        {messages.failedText}
      </Notice>
    );
  return (
    <Notice tone="good" title={messages.idle}>
      {messages.idleText}
    </Notice>
  );
}

function RebuildButtons(): ReactNode {
  const messages = useMessages(operationsMessages);
  const queryClient = useQueryClient();
  const rebuild = async (full: boolean) => {
    await galley.operations.rebuild({ full });
    toast({ text: messages.rebuildAsked });
    await queryClient.invalidateQueries({ queryKey: ['operations'] });
  };
  const whole = useAction(() => rebuild(true), toastProblem);
  const changed = useAction(() => rebuild(false), toastProblem);
  return (
    <>
      <Button isPending={whole.isPending} onPress={whole.run}>
        {messages.rebuildFull}
      </Button>
      <Button kind="primary" icon={Hammer} isPending={changed.isPending} onPress={changed.run}>
        {messages.rebuild}
      </Button>
    </>
  );
}
