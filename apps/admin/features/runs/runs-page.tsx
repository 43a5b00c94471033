import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { may, useSession } from '../../app/session.ts';
import { useWords } from '../../lib/words.ts';
import { Page as Shown, TabLinks, type TabLink } from '../../ui/index.ts';
import { RunBoard } from './run-board.tsx';
import { RunList } from './run-list.tsx';
import { WorkerTokens } from './worker-tokens.tsx';
import { runsWords } from './words.ts';
import { InWorkspace } from './workspace.tsx';

export function Page(): ReactNode {
  return (
    <InWorkspace>
      <Runs />
    </InWorkspace>
  );
}

function Runs(): ReactNode {
  const words = useWords(runsWords);
  const { tab }: { tab?: unknown } = useSearch({ strict: false });
  const mayControl = may(useSession(), 'runs.control');
  const tabs: TabLink[] = [
    // The explicit `tab: undefined` makes the link active only while no other tab is open.
    { label: words.now, to: '/runs', search: { tab: undefined } },
    { label: words.earlier, to: '/runs', search: { tab: 'all' } },
    ...(mayControl ? [{ label: words.tokens, to: '/runs', search: { tab: 'tokens' } }] : []),
  ];
  return (
    <Shown title={words.runs} about={words.about} width="wide">
      <TabLinks label={words.views} tabs={tabs} />
      <Content tab={tab === 'tokens' && !mayControl ? undefined : tab} />
    </Shown>
  );
}

function Content({ tab }: { readonly tab: unknown }): ReactNode {
  if (tab === 'all') return <RunList />;
  return tab === 'tokens' ? <WorkerTokens /> : <RunBoard />;
}
