import { useInfiniteQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { oneOf, searchText, useAddress, type Search } from '../../lib/address.ts';
import { useMessages } from '../../lib/messages.ts';
import {
  Button,
  EmptyState,
  MoreButton,
  Page as Shown,
  Panel,
  QueryBoundary,
} from '../../ui/index.ts';
import { tokenOverviewQuery, type TokenFilter } from './queries.ts';
import { TokenFilters } from './token-filters.tsx';
import { tokenMessages } from './token-messages.ts';
import { TokenTable } from './token-table.tsx';
import { TokenTabs } from './token-tabs.tsx';

export function Page(): ReactNode {
  const messages = useMessages(tokenMessages);
  const [search, change] = useAddress();
  const filter = filterIn(search);
  const query = useInfiniteQuery(tokenOverviewQuery(filter));
  return (
    <Shown title={messages.title} about={messages.about}>
      <TokenTabs />
      <TokenFilters filter={filter} onChange={change} />
      <QueryBoundary query={query} lines={6}>
        {({ pages }) => {
          const tokens = pages.flatMap(({ items }) => items);
          return tokens.length === 0 ? (
            <Panel>
              <EmptyState
                icon={KeyRound}
                title={messages.none}
                actions={<Button onPress={() => change(noFilter)}>{messages.clear}</Button>}
              >
                {messages.noneText}
              </EmptyState>
            </Panel>
          ) : (
            // Another list starts with nothing selected.
            <TokenTable key={JSON.stringify(filter)} tokens={tokens} />
          );
        }}
      </QueryBoundary>
      <MoreButton query={query} />
    </Shown>
  );
}

const noFilter = {
  owner: undefined,
  kind: undefined,
  ends: undefined,
  unused: undefined,
  scope: undefined,
};

function filterIn(search: Search): TokenFilter {
  const days = (given: unknown): string => /^\d{1,4}$/.exec(searchText(given) ?? '')?.[0] ?? '';
  return {
    owner: searchText(search['owner']) ?? '',
    kind: oneOf(search['kind'], ['all', 'person', 'service'] as const),
    ends: days(search['ends']),
    unused: days(search['unused']),
    scope: searchText(search['scope']) ?? '',
  };
}
