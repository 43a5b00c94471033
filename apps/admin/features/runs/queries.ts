import type { ApprovalRequest, Proposal, RunStatus } from '@galley/sdk';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { invalidateSubjects } from '../../app/query-client.ts';
import { galley } from '../../lib/galley.ts';

export interface Board {
  readonly status: RunStatus;
  readonly degraded: readonly string[];
}

/** Polling interval in milliseconds: state transitions are missing from the event stream. */
const statusInterval = 5000;

/** The API returns pages of 200. */
export const maxItems = 1000;

const background = true;

export function boardQuery(id: string) {
  return queryOptions({
    queryKey: ['runs', id, 'board'],
    queryFn: async ({ signal }): Promise<Board> => {
      let degraded: string[] = [];
      const onHeaders = (headers: Headers) => {
        degraded = (headers.get('x-galley-degraded') ?? '').split(/,\s*/).filter(Boolean);
      };
      const status = await galley.runs.status({ id }, { signal, onHeaders, background });
      return { status, degraded };
    },
    refetchInterval: statusInterval,
  });
}

export function runQuery(id: string, run: string) {
  return queryOptions({
    queryKey: ['runs', id, 'run', run],
    queryFn: ({ signal }) => galley.runs.get({ id, run }, { signal, background }),
    enabled: run !== '',
    refetchInterval: statusInterval,
  });
}

export function runsQuery(id: string) {
  return infiniteQueryOptions({
    queryKey: ['runs', id, 'list'],
    queryFn: ({ signal, pageParam }) =>
      galley.runs.list(
        { id, limit: 25, ...(pageParam !== '' && { after: pageParam }) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  });
}

/** Newest first; `text` searches everything that agents said. */
export function sessionsQuery(id: string, run: string, text: string) {
  return infiniteQueryOptions({
    queryKey: ['runs', id, 'sessions', run, text],
    queryFn: ({ signal, pageParam }) =>
      galley.agentSessions.list(
        {
          id,
          run_id: run,
          limit: 20,
          ...(text !== '' && { q: text }),
          ...(pageParam !== '' && { after: pageParam }),
        },
        { signal, background },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  });
}

export function sessionQuery(id: string, session: string) {
  return queryOptions({
    queryKey: ['runs', id, 'session', session],
    queryFn: ({ signal }) => galley.agentSessions.get({ id, session }, { signal, background }),
    refetchInterval: ({ state }) => (state.data?.status === 'ended' ? false : statusInterval),
  });
}

export function tasksQuery(id: string, run?: string) {
  return queryOptions({
    queryKey: ['tasks', id, run ?? null],
    queryFn: ({ signal }) =>
      first(
        galley.tasks.list.all(
          { id, limit: 200, ...(run !== undefined && { run_id: run }) },
          { signal },
        ),
      ),
  });
}

/** Statuses in which a person can decide, the most urgent first. */
export const openStatuses: readonly string[] = ['in_review', 'pending', 'revision_requested'];

export function openProposalsQuery(id: string, run: string) {
  return queryOptions({
    queryKey: ['proposals', id, 'open', run],
    queryFn: async ({ signal }): Promise<Proposal[]> => {
      const lists = openStatuses.map((status) =>
        first(galley.proposals.list.all({ id, run_id: run, status, limit: 200 }, { signal })),
      );
      return (await Promise.all(lists)).flat();
    },
  });
}

/** Newest first. */
export function proposalsQuery(id: string, run?: string) {
  return queryOptions({
    queryKey: ['proposals', id, 'all', run ?? null],
    queryFn: async ({ signal }): Promise<Proposal[]> => {
      const given = { id, limit: 200, ...(run !== undefined && { run_id: run }) };
      const all = await first(galley.proposals.list.all(given, { signal }));
      return all.toReversed();
    },
  });
}

export function proposalQuery(id: string, proposal: string) {
  return queryOptions({
    queryKey: ['proposals', id, 'one', proposal],
    queryFn: ({ signal }) => galley.proposals.get({ id, proposal }, { signal, background }),
    refetchInterval: 10_000,
  });
}

export function approvalsQuery(id: string, run?: string) {
  return queryOptions({
    queryKey: ['approvals', id, 'requested', run ?? null],
    queryFn: ({ signal }): Promise<ApprovalRequest[]> =>
      first(
        galley.approvals.list.all(
          { id, status: 'requested', limit: 200, ...(run !== undefined && { run_id: run }) },
          { signal },
        ),
      ),
  });
}

/** Newest first. */
export function questionsQuery(id: string, run: string) {
  return queryOptions({
    queryKey: ['questions', id, run],
    queryFn: ({ signal }) =>
      first(galley.questions.list.all({ id, run_id: run, limit: 200 }, { signal })),
  });
}

/** Newest first. */
export function messagesQuery(id: string, run: string) {
  return queryOptions({
    queryKey: ['messages', id, run],
    queryFn: ({ signal }) => first(galley.runs.messages.all({ id, run, limit: 200 }, { signal })),
  });
}

export function deliberationsQuery(id: string, run: string) {
  return queryOptions({
    queryKey: ['deliberations', id, run],
    queryFn: ({ signal }) =>
      first(galley.deliberations.list.all({ id, run_id: run, limit: 200 }, { signal })),
  });
}

export function postsQuery(id: string, deliberation: string) {
  return queryOptions({
    queryKey: ['deliberations', id, 'posts', deliberation],
    queryFn: ({ signal }) =>
      first(galley.deliberations.posts.all({ id, deliberation, limit: 200 }, { signal })),
  });
}

/** Newest first; with `text`, only those with one of its words. */
export function memoriesQuery(id: string, { agent, text }: { agent: string; text: string }) {
  return infiniteQueryOptions({
    queryKey: ['memories', id, agent, text],
    queryFn: ({ signal, pageParam }) =>
      galley.memories.list(
        {
          id,
          ...(agent !== '' && { agent_id: agent }),
          ...(text !== '' && { q: text }),
          ...(pageParam !== '' && { after: pageParam }),
        },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  });
}

export function agentsQuery(id: string) {
  return queryOptions({
    queryKey: ['agents', id],
    queryFn: ({ signal }) => first(galley.agents.list.all({ id, limit: 200 }, { signal })),
  });
}

export function claimsQuery(id: string, run: string) {
  return queryOptions({
    queryKey: ['claims', id, run],
    queryFn: ({ signal }) =>
      first(galley.claims.list.all({ id, run_id: run, limit: 200 }, { signal })),
    refetchInterval: 30_000,
  });
}

export function workerTokensQuery(id: string) {
  return infiniteQueryOptions({
    queryKey: ['worker-tokens', id],
    queryFn: ({ signal, pageParam }) =>
      galley.workerTokens.list({ id, ...(pageParam !== '' && { after: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  });
}

/** A hidden window refetches when it becomes visible. */
export async function refreshRuns(): Promise<void> {
  await invalidateSubjects(
    [
      'runs',
      'tasks',
      'questions',
      'messages',
      'proposals',
      'approvals',
      'deliberations',
      'agents',
      'claims',
    ],
    { refetchType: document.hidden ? 'none' : 'active' },
  );
}

async function first<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) {
    found.push(item);
    if (found.length >= maxItems) break;
  }
  return found;
}
