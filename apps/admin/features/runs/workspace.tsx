import { useQuery } from '@tanstack/react-query';
import { createContext, use, type ReactNode } from 'react';
import { capabilitiesQuery } from '../../app/session.ts';
import { useMessages } from '../../lib/messages.ts';
import { QueryBoundary, Page } from '../../ui/index.ts';
import { runsMessages } from './messages.ts';

const Workspace = createContext('');

/** Use it below `InWorkspace`. */
export function useWorkspace(): string {
  return use(Workspace);
}

export function InWorkspace({ children }: { readonly children: ReactNode }): ReactNode {
  const messages = useMessages(runsMessages);
  const query = useQuery(capabilitiesQuery);
  if (query.data) return <Workspace value={query.data.workspace}>{children}</Workspace>;
  return (
    <Page title={messages.runs}>
      <QueryBoundary query={query}>{() => null}</QueryBoundary>
    </Page>
  );
}
