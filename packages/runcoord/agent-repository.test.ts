import { describe, expect, test } from 'vitest';
import { AgentRepository } from './agent-repository.ts';
import type { ConfiguredAdapter, ConfiguredAgent } from './configured-agents.ts';
import { Project } from './fixtures.ts';

function agent(id: string, more: Partial<ConfiguredAgent> = {}): ConfiguredAgent {
  const program = { adapter: 'codex', model: 'm', command: 'codex m', budget: { turns: 5 } };
  return { id, role: 'implementer', name: id, ...program, ...more };
}

const codex: ConfiguredAdapter = {
  name: 'codex',
  command: 'codex {model}',
  supportsResume: true,
};

function synchronize(
  project: Project,
  agents: readonly ConfiguredAgent[],
  adapters: readonly ConfiguredAdapter[] = [codex],
): Promise<void> {
  const now = project.clock.now();
  return new AgentRepository(project.db).synchronize({
    agents,
    adapters,
    now,
    enforcement: 'recorded',
  });
}

function agentsOf(project: Project) {
  return project.db.selectFrom('agents').selectAll().orderBy('id').execute();
}

function adaptersOf(project: Project) {
  return project.db.selectFrom('adapters').selectAll().orderBy('name').execute();
}

describe('RC-RES-9: agents synchronized with the configuration', () => {
  test('RC-RES-2: have all configured values, and are idle and enabled', async () => {
    await using project = await Project.open();
    const plain = agent('chair-1', { role: 'chair', model: null });
    await synchronize(project, [plain, agent('implementer-1')]);
    const fresh = { status: 'idle', enabled: true, updated_at: project.clock.now() };
    expect(await agentsOf(project)).toEqual([
      { ...plain, ...fresh },
      { ...agent('implementer-1'), ...fresh },
    ]);
  });

  test('lose manual changes and match the configuration again', async () => {
    await using project = await Project.open();
    await synchronize(project, [agent('implementer-1')]);
    const byHand = { role: 'chair', name: 'x', adapter: 'x', model: 'x', command: 'x' };
    await project.db
      .updateTable('agents')
      .set({ ...byHand, status: 'running', enabled: false })
      .execute();
    project.clock.advance(1_000);
    const changed = agent('implementer-1', { model: null, command: 'codex', budget: { usd: 1 } });
    await synchronize(project, [changed]);
    const fresh = { status: 'idle', enabled: true, updated_at: project.clock.now() };
    expect(await agentsOf(project)).toEqual([{ ...changed, ...fresh }]);
  });

  test.each([
    ['enforced', ['a open -', 'b open -', 'c done implementer-2', 'd in_progress implementer-1']],
    ['recorded', ['a in_progress implementer-2', 'b blocked implementer-2']],
  ] as const)(
    'lose their unfinished tasks when they are removed, in %s mode',
    async (enforcement, tasks) => {
      await using project = await Project.open();
      const assigned = 'implementer-2';
      await project.addTasks(
        { id: 'a', status: 'in_progress', assigned },
        { id: 'b', status: 'blocked', assigned },
        { id: 'c', status: 'done', assigned },
        { id: 'd', status: 'in_progress', assigned: 'implementer-1' },
      );
      await project.sql(`update tasks set run_id = 'run-1'`);
      const agents = [agent('implementer-1')];
      const now = project.clock.now();
      await new AgentRepository(project.db).synchronize({ agents, adapters: [], now, enforcement });
      expect((await project.tasks()).slice(0, tasks.length)).toEqual(tasks);
      const reason = 'the agent is no longer configured';
      expect(await project.eventPayloads('task.unassigned')).toEqual(
        (enforcement === 'enforced' ? ['a', 'b'] : []).map((task_id) => ({
          task_id,
          agent_id: 'implementer-2',
          reason,
        })),
      );
    },
  );

  test('stay unchanged when a pool shrinks', async () => {
    await using project = await Project.open();
    await synchronize(project, [agent('implementer-1'), agent('implementer-2')]);
    await project.db.updateTable('agents').set({ status: 'running', enabled: false }).execute();
    const [, second] = await agentsOf(project);
    await synchronize(project, [agent('implementer-1')]);
    await synchronize(project, []);
    expect(await agentsOf(project)).toMatchObject([
      { id: 'implementer-1', status: 'idle', enabled: true },
      second!,
    ]);
  });
});

describe('RC-BASE-2: adapter capabilities', () => {
  test('match the configuration; an adapter missing there stays', async () => {
    await using project = await Project.open();
    const claude = { name: 'claude', command: 'claude', supportsResume: true };
    await synchronize(project, [], [codex, claude]);
    const first = project.clock.now();
    project.clock.advance(1_000);
    await synchronize(project, [], [{ name: 'codex', command: 'c', supportsResume: false }]);
    await synchronize(project, [], []);
    expect(await adaptersOf(project)).toEqual([
      { name: 'claude', command: 'claude', supports_resume: true, updated_at: first },
      { name: 'codex', command: 'c', supports_resume: false, updated_at: project.clock.now() },
    ]);
  });

  test('stay unchanged when the agents cannot be written', async () => {
    await using project = await Project.open();
    await project.breakTable('agents', 'insert');
    await expect(synchronize(project, [agent('implementer-1')])).rejects.toThrow('disk is full');
    expect(await adaptersOf(project)).toEqual([]);
  });

  test('two coordinators that start concurrently with different orders do not deadlock', async () => {
    await using project = await Project.open();
    const agents = Array.from({ length: 100 }, (_, at) => agent(`implementer-${at + 1}`));
    await synchronize(project, agents);
    const both = Array.from({ length: 40 }, (_, at) =>
      // Without adapters: their row locks would serialize the two calls.
      synchronize(project, at % 2 === 0 ? agents : agents.toReversed(), []),
    );
    await Promise.all(both);
    expect(await agentsOf(project)).toHaveLength(100);
  });
});
