import { AuditRepository, UserRepository } from '@galley/auth';
import { ChangesRepository, unsignedAuthor, type GitSnapshots } from '@galley/backup';
import type {
  ContentService,
  EditorialService,
  PreviewService,
  TrashService,
} from '@galley/content';
import { EventConsumer, type Transaction } from '@galley/database';
import { Ticker } from '@galley/kernel';
import {
  contentPrefix,
  DocumentSubmissions,
  ProposalChecks,
  ProposalPatches,
  PullRequests,
  repositoryFolder,
} from '@galley/proposals';
import type { PublicSite } from '@galley/site';
import { composeRuns, RecipeTriggers } from '@galley/run-api';
import type { SiteSettings } from '@galley/settings';
import { RunRepository } from '@galley/runcoord';
import { composeChecks } from './checks/run-checks.ts';
import { CommittedContent } from './committed-content.ts';
import { ProposalFollower } from './proposal-follower.ts';
import { ProposalIntake } from './proposal-intake.ts';
import { ProposedPages } from './proposed-pages.ts';
import { ProposedDocuments } from './proposed-documents.ts';
import type { Environment } from '../environment.ts';
import { eventWaiterMetrics } from './event-waiter-metrics.ts';

export interface AgentParts {
  readonly content: ContentService;
  readonly editorial: EditorialService;
  readonly trash: TrashService;
  readonly settings: () => SiteSettings;
  readonly gitSnapshots: GitSnapshots;
  readonly previews: PreviewService;
  readonly site: PublicSite;
}

export async function composeAgents(environment: Environment, parts: AgentParts) {
  const documents = proposedDocuments(environment, parts);
  const runs = await composeRuns({ ...environment, documents });
  const { repository, workspace } = runs;
  const patches = new ProposalPatches({ ...environment, ...workspace, repository });
  return {
    ...runs,
    proposedPages: new ProposedPages({ ...parts, patches, prefix: workspace.documents }),
    // Not woken by changes: a trigger waits half a minute for further events.
    jobs: [
      ...runs.jobs,
      recipeTriggers(environment, runs),
      proposalChecks(environment, parts, runs),
      ...pullRequests(environment, parts, runs),
    ],
    eventConsumers: documents ? editorialJobs(environment, { ...parts, documents, runs }) : [],
    metrics: [...runs.metrics, eventWaiterMetrics(runs.waitingRoom)],
  };
}

function proposalChecks(
  { config, db, clock, logger, projectDirectory }: Environment,
  { settings, site, previews }: AgentParts,
  { decisions, repository, workspace }: Awaited<ReturnType<typeof composeRuns>>,
): Ticker {
  const { workspaceId, documents: prefix } = workspace;
  const policy = config.coordinator.votePolicy;
  const runChecks = composeChecks({
    config,
    projectDirectory,
    db,
    settings,
    site,
    previews,
    prefix,
  });
  const base = { db, clock, logger };
  const checks = new ProposalChecks({
    ...base,
    workspaceId,
    repository,
    decisions,
    runChecks,
    policy,
  });
  const run = (signal: AbortSignal) => checks.runDue(signal);
  return new Ticker({ id: 'proposal-checks', everyMs: 1_000, clock, logger, run });
}

/** Off without a configured remote. */
function pullRequests(
  { config, db, clock, logger }: Environment,
  { settings }: AgentParts,
  { decisions, repository, workspace }: Awaited<ReturnType<typeof composeRuns>>,
): readonly Ticker[] {
  const { remote, votePolicy: policy } = config.coordinator;
  if (!remote) return [];
  const { workspaceId, documents: contentPrefix } = workspace;
  const auditIn = (transaction: Transaction) => new AuditRepository({ db: transaction, clock });
  const base = { db, clock, logger, auditIn, workspaceId, repository, decisions };
  const addressOf = (id: string) =>
    `${settings().url.replace(/\/+$/, '')}/${config.admin.path}/proposals/${encodeURIComponent(id)}`;
  const pulls = new PullRequests({ ...base, remote, policy, contentPrefix, addressOf });
  const run = (signal: AbortSignal) => pulls.runDue(signal);
  return [
    new Ticker({ id: 'pull-requests', everyMs: 1_000, maxBackOffMs: 60_000, clock, logger, run }),
  ];
}

/** Ignores events from before its first start. */
function recipeTriggers(
  { db, clock, logger }: Environment,
  { recipes: { recipes } }: Awaited<ReturnType<typeof composeRuns>>,
): Ticker {
  const triggers = new RecipeTriggers({ recipes, clock });
  const handle = triggers.handle.bind(triggers);
  const name = 'recipe-triggers';
  return new EventConsumer({ db, clock, logger, name, handle, startsAt: 'end' }).loop;
}

function proposedDocuments(
  { config, db, clock, projectDirectory }: Environment,
  { content, editorial, trash, settings }: AgentParts,
): ProposedDocuments | undefined {
  const { repository } = config.coordinator.workspace;
  const directory = repositoryFolder(projectDirectory, repository);
  const prefix = contentPrefix(directory, config.storage.contentDirectory);
  if (prefix === undefined) return undefined;
  const users = new UserRepository(db);
  const findActor = (username: string) => users.findActor(username);
  const services = { content, editorial, trash, settings, findActor };
  return new ProposedDocuments({ ...services, db, clock, prefix });
}

interface EditorialParts extends Pick<AgentParts, 'gitSnapshots'> {
  readonly documents: ProposedDocuments;
  readonly runs: Awaited<ReturnType<typeof composeRuns>>;
}

function editorialJobs(
  { config, db, clock, logger }: Environment,
  { documents, runs: { decisions, repository }, gitSnapshots }: EditorialParts,
): readonly Ticker[] {
  const follower = new ProposalFollower({ db, decisions, logger });
  const root = config.storage.contentDirectory;
  const commitTree = async (): Promise<void> => {
    // Snapshots commit to the tree's own repository; a surrounding one is left to its owners.
    if (!documents.isWholeRepository) return;
    await gitSnapshots.take(
      'Before a proposal is returned for revision',
      await unsignedAuthor(root),
    );
  };
  const committed = new CommittedContent({
    root,
    workspaceId: config.coordinator.workspace.id,
    runs: new RunRepository(db),
    changes: new ChangesRepository(db),
    snapshots: gitSnapshots,
    clock,
    logger,
  });
  return [
    ...(documents.isWholeRepository ? [committed.loop] : []),
    new ProposalIntake({
      db,
      decisions,
      commitTree,
      clock,
      logger,
      workspaceId: config.coordinator.workspace.id,
      submissions: new DocumentSubmissions({
        db,
        clock,
        logger,
        repository,
        documents,
        waitsForChecks: true,
      }),
    }).loop,
    new EventConsumer({
      db,
      clock,
      logger,
      name: 'proposals',
      handle: (_transaction, events) => follower.follow(events),
    }).loop,
  ];
}
