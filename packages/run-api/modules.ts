import type { contract } from '@galley/contract';
import type { Module } from '@galley/http';
import { mcpClientsHandlers, type McpClientsApiOptions } from './mcp-clients-api.ts';
import { recipeHandlers, type RecipesApiOptions } from './recipes/recipes-api.ts';
import { approvalHandlers, type ApprovalsApiOptions } from './run-approvals-api.ts';
import { runControlHandlers, type RunControlApiOptions } from './run-control-api.ts';
import { runEventsHandlers, type RunEventsApiOptions } from './run-events-api.ts';
import { runPeopleHandlers, type RunPeopleApiOptions } from './run-people-api.ts';
import { proposalHandlers, type ProposalsApiOptions } from './run-proposals-api.ts';
import { runRecordsHandlers } from './run-records-api.ts';
import { sessionHandlers, type SessionsApiOptions } from './sessions-api.ts';
import { workerTokensHandlers, type WorkerTokensApiOptions } from './worker-tokens-api.ts';

export interface RunServices
  extends
    RunControlApiOptions,
    RunEventsApiOptions,
    ApprovalsApiOptions,
    ProposalsApiOptions,
    SessionsApiOptions,
    WorkerTokensApiOptions,
    McpClientsApiOptions {
  readonly people: RunPeopleApiOptions;
  readonly recipes: RecipesApiOptions;
}

export type RunNoun =
  | 'runs'
  | 'recipes'
  | 'tasks'
  | 'proposals'
  | 'deliberations'
  | 'approvals'
  | 'agents'
  | 'claims'
  | 'questions'
  | 'memories'
  | 'turns'
  | 'agentSessions'
  | 'workerTokens'
  | 'mcpClients';

/** Without `recipes.trigger`, which is served before authentication. */
export function runModules(services: RunServices): {
  readonly [Noun in Exclude<RunNoun, 'recipes'>]: Module<(typeof contract)[Noun]>;
} & { readonly recipes: ReturnType<typeof recipeHandlers> } {
  const { runs, proposals, approvals, ...records } = runRecordsHandlers(services);
  const people = runPeopleHandlers(services.people);
  return {
    ...records,
    tasks: { ...records.tasks, ...people.tasks },
    questions: { ...records.questions, ...people.questions },
    agents: { ...records.agents, ...people.agents },
    memories: { ...records.memories, ...people.memories },
    turns: people.turns,
    // The status route has to precede routes with a run id; no run has the id `status`.
    runs: { ...runControlHandlers(services), ...runs, ...runEventsHandlers(services) },
    proposals: { ...proposals, ...proposalHandlers(services) },
    approvals: { ...approvals, ...approvalHandlers(services) },
    recipes: recipeHandlers(services.recipes),
    agentSessions: sessionHandlers(services),
    workerTokens: workerTokensHandlers(services),
    mcpClients: mcpClientsHandlers(services),
  };
}
