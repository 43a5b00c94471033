import { AuditRepository, UserRepository } from '@galley/auth';
import { NotificationListener, type Database, type Transaction } from '@galley/database';
import { may, type Clock, type Logger } from '@galley/kernel';
import {
  contentPrefix,
  documentsElsewhere,
  ProposalComments,
  ProposalDecisions,
  ProposalViews,
  repositoryFolder,
  WorkspaceRepository,
  type ProposalDocuments,
} from '@galley/proposals';
import {
  ApprovalService,
  Authorizations,
  BudgetControl,
  ClientRegistrations,
  ClientTokens,
  ConnectedClients,
  Conversation,
  IdempotencyRepository,
  MemoryControl,
  removeOldFirings,
  RunControlService,
  RunEventFeed,
  RunEventWaker,
  RunRecords,
  SessionEventFeed,
  SessionEventWaker,
  SessionRecords,
  StatusProjection,
  TaskControl,
  TurnControl,
  WorkerService,
  WorkerTokenService,
} from '@galley/runcoord';
import type { ConnectedDatabase } from '@galley/service';
import type { Config } from '@galley/settings';
import { ProjectRecipes } from './recipes/project-recipes.ts';
import { tellProjectRuns } from './project-run-metrics.ts';
import { WaitingRoom } from './waiting-room.ts';

export interface RunsEnvironment {
  readonly config: Config;
  readonly projectDirectory: string;
  /** Only if the content tree lies in the workspace's repository and this process serves it. */
  readonly documents?: ProposalDocuments | undefined;
  readonly db: Database;
  /** For a connection outside the pool. */
  readonly databaseAddress: ConnectedDatabase['address'];
  readonly clock: Clock;
  readonly logger: Logger;
}

const firingsKeptMs = 90 * 24 * 3_600_000;

export async function composeRuns(environment: RunsEnvironment) {
  const { config, db, clock, logger } = environment;
  const { enforcement, scope, budget, workspace, sessionLogs: retention } = config.coordinator;
  const base = { db, clock, logger };
  const auditIn = (transaction: Transaction) => new AuditRepository({ db: transaction, clock });
  const control = new RunControlService({ ...base, enforcement, budget, auditIn });
  await control.putWorkspace(workspace);
  const waker = new RunEventWaker(base);
  const sessionWaker = new SessionEventWaker(base);
  const sessions = new SessionRecords({ ...base, retention });
  const proposing = composeProposals(environment, auditIn);
  await proposing.recoverDecisions();
  const answers = new IdempotencyRepository(base);
  const recipes = new ProjectRecipes(environment);
  const clients = composeClients({ ...base, auditIn });
  return {
    control,
    budgets: new BudgetControl({ ...base, auditIn }),
    recipes: { db, clock, recipes },
    enforcement,
    status: new StatusProjection(base),
    answers,
    records: new RunRecords(base),
    approvals: new ApprovalService({ ...base, auditIn }),
    people: {
      tasks: new TaskControl({ ...base, auditIn }),
      conversation: new Conversation({ ...base, auditIn, control }),
      memories: new MemoryControl({ ...base, auditIn }),
      turns: new TurnControl({ ...base, auditIn }),
    },
    ...proposing,
    workerTokens: new WorkerTokenService({ ...base, auditIn }),
    workers: new WorkerService({ ...base, enforcement, scope, patches: proposing.repository }),
    clients,
    adminPath: config.admin.path,
    events: new RunEventFeed({ ...base, waker }),
    sessions,
    sessionEvents: new SessionEventFeed({ ...base, waker: sessionWaker }),
    /** Close it before the server waits for pending requests, because some of them wait in it. */
    waitingRoom: new WaitingRoom(clock),
    /** Stop them after the pending requests. */
    jobs: [waker.loop, sessionWaker.loop, listenFor(waker, environment).loop],
    cleanupTasks: {
      'access of clients that ended': () => clients.connected.removeEnded(),
      'unused registrations of clients': () => clients.registrations.removeUnused(),
      'transcripts of old agent sessions': () => sessions.removeOldEvents(),
      'old answers': () => answers.removeExpired(),
      'old firings of recipes': () =>
        removeOldFirings(db, new Date(clock.now().getTime() - firingsKeptMs)),
      'proposals that were left half accepted': () => proposing.recoverDecisions(),
    },
    metrics: [tellProjectRuns(db)],
  };
}

function composeClients(
  options: Pick<RunsEnvironment, 'db' | 'clock'> &
    Pick<ConstructorParameters<typeof ClientTokens>[0], 'auditIn'>,
) {
  const mayConnect = async (transaction: Transaction, username: string): Promise<boolean> => {
    const actor = await new UserRepository(transaction).findActor(username);
    return actor !== undefined && may(actor, 'runs.control');
  };
  return {
    registrations: new ClientRegistrations(options),
    authorizations: new Authorizations(options),
    tokens: new ClientTokens({ ...options, mayConnect }),
    connected: new ConnectedClients(options),
  };
}

function composeProposals(
  { config, projectDirectory, documents: here, db, clock, logger }: RunsEnvironment,
  auditIn: ConstructorParameters<typeof ProposalDecisions>[0]['auditIn'],
) {
  const { id: workspaceId, repository: place } = config.coordinator.workspace;
  const directory = repositoryFolder(projectDirectory, place);
  const repository = new WorkspaceRepository({ workspaceId, directory });
  const prefix = contentPrefix(directory, config.storage.contentDirectory);
  const documents = here ?? (prefix === undefined ? undefined : documentsElsewhere(db, prefix));
  const decisions = new ProposalDecisions({ db, clock, logger, auditIn, repository, documents });
  const recoverDecisions = async (): Promise<number> => {
    try {
      return Number(await decisions.recover(workspaceId));
    } catch (error) {
      // Everything else works without it. Accepting the next proposal retries it and reports the error.
      const about = { error: String(error) };
      logger.warn('recovery of an interrupted proposal acceptance failed', about);
      return 0;
    }
  };
  const proposalViews = new ProposalViews({ repository, logger });
  return {
    decisions,
    comments: new ProposalComments({ db, clock, auditIn }),
    proposalViews,
    repository,
    recoverDecisions,
    workspace: { workspaceId, directory, documents: prefix },
  };
}

function listenFor(
  waker: RunEventWaker,
  { databaseAddress: address, clock, logger }: RunsEnvironment,
): NotificationListener {
  const onNotified = (): void => waker.hint();
  return new NotificationListener({
    address,
    id: 'run-event-listener',
    channel: 'galley_run_events',
    onNotified,
    clock,
    logger,
  });
}
