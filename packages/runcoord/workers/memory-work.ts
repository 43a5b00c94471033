import { newId } from '@galley/kernel';
import { MemoryWorkRepository, type Memory } from './memory-work-repository.ts';
import { tell, type WorkContext } from './work-context.ts';

/** Notes that agents leave for later turns and runs of the workspace. */
export class MemoryWork {
  readonly #context: WorkContext;
  readonly #memories: MemoryWorkRepository;

  constructor(context: WorkContext) {
    this.#context = context;
    this.#memories = new MemoryWorkRepository(context.db);
  }

  async record(topic: string, body: string): Promise<Memory> {
    const { worker, clock } = this.#context;
    const { workspaceId, runId, agentId } = worker;
    const recordedAt = clock.now();
    const id = newId(recordedAt.getTime());
    const memory = { id, workspaceId, runId, agentId, topic, body, recordedAt };
    await this.#memories.insert(memory);
    await tell(this.#context, 'memory.recorded', { memory_id: id, agent_id: agentId, topic });
    return memory;
  }

  query(query: string, limit: number): Promise<Memory[]> {
    const { workspaceId, runId } = this.#context.worker;
    return this.#memories.search({ workspaceId, runId, query, limit });
  }
}
