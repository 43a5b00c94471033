import type { Build, OperationStatus } from '@galley/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Hammer } from 'lucide-react';
import type { ReactNode } from 'react';
import { galley } from '../../lib/galley.ts';
import { useAction } from '../../lib/use-action.ts';
import { useWords } from '../../lib/words.ts';
import {
  Button,
  Empty,
  Loading,
  Notice,
  Page as Shown,
  Panel,
  Spinner,
  toast,
  toastProblem,
} from '../../ui/index.ts';
import { BuildSheet } from './build-sheet.tsx';
import { BuildTable } from './build-table.tsx';
import { buildsQuery, isUnderWay, workQuery } from './operations-queries.ts';
import { Freshness } from './freshness.tsx';
import { OperationsTabs } from './operations-tabs.tsx';
import { operationsWords } from './words.ts';

export function Page(): ReactNode {
  const words = useWords(operationsWords);
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const builds = useQuery(buildsQuery);
  const work = useQuery(workQuery);
  const chosen = search['build'];
  const show = (build: string | undefined) =>
    void navigate({ to: '/operations/builds', search: { build } });
  return (
    <Shown title={words.operations} about={words.buildsAbout}>
      <OperationsTabs />
      <Freshness queries={[work, builds]} />
      <Loading query={work} lines={2}>
        {(data) => work.error === null && <Standing work={data} builds={builds.data ?? []} />}
      </Loading>
      <Panel title={words.buildList} actions={<RebuildButtons />} isFlush>
        <Loading query={builds}>
          {(data) =>
            data.length === 0 ? (
              <Empty icon={Hammer} title={words.noBuilds}>
                {words.noBuildsText}
              </Empty>
            ) : (
              <BuildTable builds={data} onShow={show} />
            )
          }
        </Loading>
      </Panel>
      {typeof chosen === 'string' && <BuildSheet id={chosen} onClose={() => show(undefined)} />}
    </Shown>
  );
}

function Standing(props: {
  readonly work: OperationStatus;
  readonly builds: readonly Build[];
}): ReactNode {
  const { work, builds } = props;
  const words = useWords(operationsWords);
  if (work.status === 'building' || builds.some(isUnderWay))
    return (
      <Notice tone="info" title={words.building} actions={<Spinner label={words.building} />}>
        {words.buildingText(work.queue_length)}
      </Notice>
    );
  if (work.status === 'failed')
    return (
      <Notice tone="bad" title={words.failed}>
        {words.failedText}
      </Notice>
    );
  return (
    <Notice tone="good" title={words.idle}>
      {words.idleText}
    </Notice>
  );
}

function RebuildButtons(): ReactNode {
  const words = useWords(operationsWords);
  const queryClient = useQueryClient();
  const rebuild = async (full: boolean) => {
    await galley.operations.rebuild({ full });
    toast({ text: words.rebuildAsked });
    await queryClient.invalidateQueries({ queryKey: ['operations'] });
  };
  const whole = useAction(() => rebuild(true), toastProblem);
  const changed = useAction(() => rebuild(false), toastProblem);
  return (
    <>
      <Button isPending={whole.isPending} onPress={whole.run}>
        {words.rebuildFull}
      </Button>
      <Button kind="primary" icon={Hammer} isPending={changed.isPending} onPress={changed.run}>
        {words.rebuild}
      </Button>
    </>
  );
}
