import { useQuery } from '@tanstack/react-query';
import { createContext, use, type ReactNode } from 'react';
import { capabilitiesQuery } from '../../app/session.ts';
import { useWords } from '../../lib/words.ts';
import { Loading, Page } from '../../ui/index.ts';
import { runsWords } from './words.ts';

const Workspace = createContext('');

/** Returns the workspace of the server's project. Use it below `InWorkspace`. */
export function useWorkspace(): string {
  return use(Workspace);
}

export function InWorkspace({ children }: { readonly children: ReactNode }): ReactNode {
  const words = useWords(runsWords);
  const query = useQuery(capabilitiesQuery);
  if (query.data) return <Workspace value={query.data.workspace}>{children}</Workspace>;
  return (
    <Page title={words.runs}>
      <Loading query={query}>{() => null}</Loading>
    </Page>
  );
}
