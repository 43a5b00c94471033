import {
  BudgetControl,
  Conversation,
  RunControlService,
  RunRecords,
  SupervisorService,
  TaskControl,
  WorkerService,
  WorkerTokenService,
} from '@galley/runcoord';
import { silentLogger, type AuditEvent } from '@galley/kernel';
import { createTestDatabase, ManualClock, type TestDatabase } from '@galley/testing';
import { TestRepository } from './fixtures.ts';
import { ProposalDecisions } from './proposal-decisions.ts';
import { WorkspaceRepository } from './workspace-repository.ts';

export const minute = 60_000;
const enforcement = 'enforced';

const team = [
  ['chair-1', 'chair', null],
  ['implementer-1', 'implementer', { turns: 12 }],
  ['implementer-2', 'implementer', null],
  ['reviewer-1', 'reviewer', { usd: 2 }],
] as const;

/** Database, repository and team that the histories share. Each history has its own workspace and clock. */
export class HistoryWorld implements AsyncDisposable {
  readonly database: TestDatabase;
  readonly repository: TestRepository;
  readonly base: string;

  private constructor(database: TestDatabase, repository: TestRepository, base: string) {
    this.database = database;
    this.repository = repository;
    this.base = base;
  }

  static async open(): Promise<HistoryWorld> {
    const database = await createTestDatabase();
    const repository = await TestRepository.make(true);
    const base = await repository.commit({ 'README.md': 'Ink\n' });
    const world = new HistoryWorld(database, repository, base);
    for (const [id, role, budget] of team) {
      const program = { adapter: 'generic', command: 'true', status: 'idle', enabled: true };
      const limits = budget && JSON.stringify(budget);
      await database.db
        .insertInto('agents')
        .values({ id, role, name: id, ...program, updated_at: new Date(), budget: limits })
        .execute();
    }
    return world;
  }

  /** The services of one workspace, with what they recorded. */
  async services(workspaceId: string) {
    const clock = new ManualClock();
    const { db } = this.database;
    const audit: AuditEvent[] = [];
    const auditIn = () => ({ record: async (event: AuditEvent) => void audit.push(event) });
    const base = { db, clock, auditIn, logger: silentLogger };
    const control = new RunControlService({ ...base, enforcement });
    await control.putWorkspace({ id: workspaceId, displayName: workspaceId });
    const tokens = new WorkerTokenService(base);
    const place = { workspaceId, directory: this.repository.root };
    return {
      clock,
      audit,
      control,
      tokens,
      budgets: new BudgetControl(base),
      conversation: new Conversation({ ...base, control }),
      tasks: new TaskControl(base),
      records: new RunRecords(base),
      workers: new WorkerService({ db, clock, enforcement, scope: 'run' }),
      supervisor: new SupervisorService({
        db,
        clock,
        workspaceId,
        tokens,
        turnLease: 15 * minute,
        enforcement,
      }),
      decisions: new ProposalDecisions({ ...base, repository: new WorkspaceRepository(place) }),
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.database.close();
    await this.repository[Symbol.asyncDispose]();
  }
}

export type HistoryServices = Awaited<ReturnType<HistoryWorld['services']>>;

export const secret = `ghp_${'b2'.repeat(18)}`;
