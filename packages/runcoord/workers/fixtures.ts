import { newId, sha256 } from '@galley/kernel';
import { Project } from '../fixtures.ts';
import type { Enforcement } from '../run-state-decision.ts';
import type { WorkScopeSetting } from '../work-scope-read-model.ts';
import { workerScopes, type Worker } from './worker.ts';
import { WorkerTokenRepository } from './worker-token-repository.ts';
import { WorkerService, type Work } from './worker-service.ts';

/** Project whose agents work in `run-1` and `run-2`, each with its own token. */
export class Workshop implements AsyncDisposable {
  readonly project: Project;
  readonly workerService: WorkerService;

  private constructor(project: Project, enforcement: Enforcement, scope: WorkScopeSetting) {
    this.project = project;
    const { db, clock } = project;
    this.workerService = new WorkerService({ db, clock, enforcement, scope });
  }

  static async open(
    enforcement: Enforcement = 'enforced',
    scope: WorkScopeSetting = 'run',
  ): Promise<Workshop> {
    const project = await Project.open();
    await project.addRun('run-2');
    for (const id of ['ada', 'bo', 'cy']) await project.addAgent(id, 'implementer');
    await project.addAgent('rex', 'reviewer');
    await project.addAgent('sam', 'security');
    return new Workshop(project, enforcement, scope);
  }

  async agent(agentId: string, runId = 'run-1'): Promise<Agent> {
    const now = this.project.clock.now();
    const id = newId();
    const record = { id, runId, agentId, scopes: workerScopes, createdBy: 'olga', createdAt: now };
    const expiresAt = new Date(now.getTime() + 3_600_000);
    await new WorkerTokenRepository(this.project.db).insert(
      { ...record, expiresAt, revokedBy: null, revokedAt: null },
      sha256(id),
    );
    const scopes = new Set<string>(workerScopes);
    const worker = { tokenId: id, agentId, runId, workspaceId: 'press', scopes, expiresAt };
    return new Agent(this.workerService, worker);
  }

  eventPayloads(type: Parameters<Project['eventPayloads']>[0], runId?: string): Promise<unknown[]> {
    return this.project.eventPayloads(type, runId);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.project[Symbol.asyncDispose]();
  }
}

export class Agent {
  readonly worker: Worker;
  readonly #service: WorkerService;

  constructor(service: WorkerService, worker: Worker) {
    this.#service = service;
    this.worker = worker;
  }

  look<T>(look: (work: Work) => Promise<T>): Promise<T> {
    return this.#service.read(this.worker, look);
  }

  async do<T>(act: (work: Work) => Promise<T>): Promise<T> {
    let done: { readonly value: T } | undefined;
    await this.#service.change(
      this.worker,
      { name: 'test', key: newId(), input: {} },
      async (work) => {
        done = { value: await act(work) };
        return '{}';
      },
    );
    return done!.value;
  }
}

export function patchOf(path = 'content/posts/ink.md', line = 'It is black.'): string {
  return `diff --git a/${path} b/${path}
index 0123456..89abcde 100644
--- a/${path}
+++ b/${path}
@@ -1,2 +1,3 @@
 # Ink

+${line}
`;
}

export const base = 'c0ffee'.padEnd(40, '0');
