import { runProblems } from '../problems.ts';
import { requireFound } from '../require-workspace.ts';
import { MemoryWorkRepository } from '../workers/memory-work-repository.ts';
import { acting, type PeopleOptions, type PersonCommand } from './acting.ts';

/** People delete notes of agents, because a wrong note affects every later run. */
export class MemoryControl {
  readonly #options: PeopleOptions;

  constructor(options: PeopleOptions) {
    this.#options = options;
  }

  /** @throws `workspace_not_found`, `memory_not_found` */
  delete(command: PersonCommand & { readonly memoryId: string }): Promise<void> {
    const { workspaceId, memoryId } = command;
    return acting(this.#options, command, async (transaction) => {
      const memories = new MemoryWorkRepository(transaction);
      const { runId, agentId, topic } = await requireFound(
        { workspaceId, kind: 'Memory', id: memoryId, problem: runProblems.memory_not_found },
        () => memories.delete(workspaceId, memoryId),
      );
      const details = { run_id: runId, agent_id: agentId, topic };
      return {
        result: undefined,
        act: { action: 'memory.delete', target: memoryId, details, events: [] },
      };
    });
  }
}
