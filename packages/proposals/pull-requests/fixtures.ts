import type { Database } from '@galley/database';
import { silentLogger, systemClock, type Clock } from '@galley/kernel';
import { ProposalDecisions } from '../proposal-decisions.ts';
import { WorkspaceRepository } from '../workspace-repository.ts';
import { PullRequests, type PullRequestsOptions } from './pull-requests.ts';
import type { RemoteRepository } from './remote.ts';

export type PullRequestParts = Partial<
  Pick<PullRequestsOptions, 'policy' | 'contentPrefix' | 'auditIn'>
> & { readonly clock?: Clock };

/** Pull requests of the workspace `press`. */
export function createPullRequests(
  db: Database,
  { directory, remote }: { readonly directory: string; readonly remote: RemoteRepository },
  { clock = systemClock, ...given }: PullRequestParts = {},
): PullRequests {
  const workspaceId = 'press';
  const repository = new WorkspaceRepository({ workspaceId, directory });
  const auditIn = () => ({ record: () => Promise.resolve() });
  const base = { db, clock, logger: silentLogger, auditIn, repository, ...given };
  return new PullRequests({
    policy: {},
    contentPrefix: undefined,
    ...base,
    workspaceId,
    remote,
    decisions: new ProposalDecisions(base),
    addressOf: (id) => `https://news.example.org/admin/proposals/${id}`,
  });
}
