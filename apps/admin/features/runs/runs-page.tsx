import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { hasCapability, useSession } from '../../app/session.ts';
import { useMessages } from '../../lib/messages.ts';
import { Page as Shown, TabLinks, type TabLink } from '../../ui/index.ts';
import { clientMessages } from './client-messages.ts';
import { ConnectedClients } from './connected-clients.tsx';
import { Memories } from './memories.tsx';
import { NewRunButton } from './new-run.tsx';
import { RecipeList } from './recipe-list.tsx';
import { recipeMessages } from './recipe-messages.ts';
import { RunBoard } from './run-board.tsx';
import { RunList } from './run-list.tsx';
import { WorkerTokens } from './worker-tokens.tsx';
import { runsMessages } from './messages.ts';
import { InWorkspace } from './workspace.tsx';

export function Page(): ReactNode {
  return (
    <InWorkspace>
      <Runs />
    </InWorkspace>
  );
}

function Runs(): ReactNode {
  const messages = useMessages(runsMessages);
  const { recipes } = useMessages(recipeMessages);
  const { title: clients } = useMessages(clientMessages);
  const { tab, run }: { tab?: unknown; run?: string } = useSearch({ strict: false });
  const mayControl = hasCapability(useSession(), 'runs.control');
  const tabs: TabLink[] = [
    // The explicit `tab: undefined` makes the link active only while no other tab is open.
    { label: messages.now, to: '/runs', search: { tab: undefined, run } },
    { label: messages.earlier, to: '/runs', search: { tab: 'all' } },
    { label: recipes, to: '/runs', search: { tab: 'recipes' } },
    { label: messages.memories, to: '/runs', search: { tab: 'memories' } },
    ...(mayControl
      ? ([
          { label: clients, to: '/runs', search: { tab: 'clients' } },
          { label: messages.tokens, to: '/runs', search: { tab: 'tokens' } },
        ] as const)
      : []),
  ];
  return (
    <Shown title={messages.runs} about={messages.about} width="wide" actions={<NewRunButton />}>
      <TabLinks label={messages.views} tabs={tabs} />
      <Content tab={isOfControl(tab) && !mayControl ? undefined : tab} />
    </Shown>
  );
}

const isOfControl = (tab: unknown): boolean => tab === 'tokens' || tab === 'clients';

function Content({ tab }: { readonly tab: unknown }): ReactNode {
  if (tab === 'all') return <RunList />;
  if (tab === 'recipes') return <RecipeList />;
  if (tab === 'memories') return <Memories />;
  if (tab === 'clients') return <ConnectedClients />;
  return tab === 'tokens' ? <WorkerTokens /> : <RunBoard />;
}
