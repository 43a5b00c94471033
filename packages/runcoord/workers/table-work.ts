import { redactSecrets } from '@galley/kernel';
import { AgentRecordsReadModel } from '../agent-records-read-model.ts';
import { RunRepository } from '../run-repository.ts';
import { ResourceWork } from './resource-work.ts';
import { TableWorkReadModel, type StatusCount } from './table-work-read-model.ts';
import { TurnWorkRepository } from './turn-work-repository.ts';
import { maxTurns } from './turn-work.ts';
import type { WorkContext } from './work-context.ts';

const maxAgents = 500;

export class TableWork {
  readonly #context: WorkContext;

  constructor(context: WorkContext) {
    this.#context = context;
  }

  /** The stream position is read first: a reader that continues from it may see an event twice, but misses none. */
  async state() {
    const { db, worker } = this.#context;
    const counts = new TableWorkReadModel(db);
    const lastEventId = await counts.lastEventId(worker.runId);
    const run = (await new RunRepository(db).find(worker.runId))!;
    const reads = new AgentRecordsReadModel(db);
    const listed = await reads.listAgents({ limit: maxAgents });
    const agents = await reads.addActivity(worker.workspaceId, listed);
    return {
      lastEventId,
      run: { ...run, goal: redactSecrets(run.goal) },
      agents: agents.map(({ activity: _, ...agent }) => agent),
      turns: await new TurnWorkRepository(db).listOutstanding(worker.runId, maxTurns),
      claims: await new ResourceWork(this.#context).list(),
      counts: bySubject(await counts.count(worker.runId)),
    };
  }
}

function bySubject(counts: readonly StatusCount[]) {
  const of = (subject: StatusCount['subject']): Record<string, number> =>
    Object.fromEntries(
      counts.filter((one) => one.subject === subject).map(({ status, count }) => [status, count]),
    );
  return {
    tasks: of('tasks'),
    proposals: of('proposals'),
    deliberations: of('deliberations'),
    approvals: of('approvals'),
  };
}
