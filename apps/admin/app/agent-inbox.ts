import type { ApprovalRequest, Proposal, Question, Run } from '@galley/sdk';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { galley } from '../lib/galley.ts';
import { capabilitiesQuery, hasCapability, useSession } from './session.ts';

/** Requests of agents to people, each list newest first; empty for those who cannot act on it. */
export interface AgentInbox {
  readonly questions: readonly Question[];
  readonly proposals: readonly Proposal[];
  /** Without those of proposals, which are decided with the proposal. */
  readonly approvals: readonly ApprovalRequest[];
  /** Runs that the coordinator has paused. */
  readonly stuck: readonly Run[];
}

const limit = 50;
const options = { staleTime: 5_000, refetchInterval: 15_000 } as const;

const questionsQuery = (id: string) =>
  queryOptions({
    ...options,
    queryKey: ['questions', id, 'open'],
    queryFn: ({ signal }) =>
      galley.questions.list({ id, status: 'open', limit }, { signal, background: true }),
  });

const proposalsQuery = (id: string) =>
  queryOptions({
    ...options,
    queryKey: ['proposals', id, 'in-review'],
    queryFn: ({ signal }) =>
      galley.proposals.list({ id, status: 'in_review', limit }, { signal, background: true }),
    refetchInterval: ({ state }) =>
      state.data?.items.some((one) => one.checks_state === 'pending') ? 2_000 : 15_000,
  });

const approvalsQuery = (id: string) =>
  queryOptions({
    ...options,
    queryKey: ['approvals', id, 'inbox'],
    queryFn: ({ signal }) =>
      galley.approvals.list({ id, status: 'requested', limit }, { signal, background: true }),
  });

const pausedRunsQuery = (id: string) =>
  queryOptions({
    ...options,
    queryKey: ['runs', id, 'paused'],
    queryFn: ({ signal }) =>
      galley.runs.list({ id, status: 'paused-intake', limit }, { signal, background: true }),
  });

export function useAgentInbox(): AgentInbox {
  const session = useSession();
  const mayDecide = hasCapability(session, 'runs.approve');
  const mayControl = hasCapability(session, 'runs.control');
  const capabilities = useQuery({ ...capabilitiesQuery, enabled: mayDecide || mayControl });
  const id = capabilities.data?.workspace ?? '';
  const decides = { enabled: mayDecide && id !== '' };
  const questions = useQuery({ ...questionsQuery(id), ...decides });
  const proposals = useQuery({ ...proposalsQuery(id), ...decides });
  const approvals = useQuery({ ...approvalsQuery(id), ...decides });
  const paused = useQuery({ ...pausedRunsQuery(id), enabled: mayControl && id !== '' });
  return {
    questions: itemsOf(questions),
    // The API lists proposals in database order.
    proposals: itemsOf(proposals)
      .filter((one) => one.checks_state !== 'pending')
      .toSorted((one, other) => Date.parse(other.updated_at) - Date.parse(one.updated_at)),
    approvals: itemsOf(approvals).filter((one) => one.proposal_id === null),
    // A run that a person has paused has no such sentence.
    stuck: itemsOf(paused).filter((run) => run.reason_detail !== null),
  };
}

function itemsOf<Item>(query: { readonly data: { readonly items: Item[] } | undefined }): Item[] {
  return query.data?.items ?? [];
}

export function countInbox(inbox: AgentInbox): number {
  const { questions, proposals, approvals, stuck } = inbox;
  return questions.length + proposals.length + approvals.length + stuck.length;
}
