import { useQuery } from '@tanstack/react-query';
import { createContext, use, type ReactNode } from 'react';
import { capabilitiesQuery } from '../../app/session.ts';
import { useWords } from '../../lib/words.ts';
import { Loading, Page } from '../../ui/index.ts';
import { runsWords } from './words.ts';

const Workspace = createContext('');

/** Whose runs are shown: those of the project that the server is for. Below `InWorkspace`. */
export function useWorkspace(): string {
  return use(Workspace);
}

/** Shows what is about runs once it is known whose they are. */
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
