import { describe, expect, test } from 'vitest';
import { configuredAdapters, configuredAgents, type AgentSettings } from './configured-agents.ts';

const generic = { adapter: 'generic' };

function settingsWith(
  agents: Partial<AgentSettings['agents']> = {},
  command = 'agent --model {model}',
): AgentSettings {
  return {
    agents: {
      chair: { role: 'chair', ...generic },
      architect: { role: 'architect', ...generic },
      tester: { role: 'tester', ...generic },
      security: { role: 'security', ...generic },
      memoryOracle: { role: 'memory_oracle', ...generic },
      implementers: { count: 2, ...generic },
      reviewers: { count: 1, ...generic },
      ...agents,
    },
    adapters: {
      generic: { command, supportsResume: false },
      other: { command: 'other {model}!', supportsResume: true },
    },
  };
}

describe('GAP-RC-CFG-1, RC-RES-2: the configured agents', () => {
  test('are one of each kind, and pools numbered from 1', () => {
    const agents = configuredAgents(settingsWith());
    expect(agents.map(({ id, role, name }) => `${id}: ${name}, ${role}`)).toEqual([
      'chair-1: Chair, chair',
      'architect-1: Architect, architect',
      'tester-1: Tester, tester',
      'security-1: Security, security',
      'memory-oracle-1: Memory oracle, memory_oracle',
      'implementer-1: Implementer 1, implementer',
      'implementer-2: Implementer 2, implementer',
      'reviewer-1: Reviewer 1, reviewer',
    ]);
    expect(agents[0]).toMatchObject({ adapter: 'generic', model: null, command: 'agent' });
  });

  test('have the configured role, adapter and model', () => {
    const agents = configuredAgents(
      settingsWith({
        chair: { role: 'head', adapter: 'other', model: 'm-1', budget: { turns: 5 } },
        implementers: { count: 0, ...generic },
        reviewers: { count: 1, adapter: 'other', model: 'm/2' },
      }),
    );
    expect(agents.map(({ id }) => id)).not.toContain('implementer-1');
    const program = { adapter: 'other', model: 'm-1', command: 'other m-1!', budget: { turns: 5 } };
    expect(agents[0]).toEqual({ id: 'chair-1', role: 'head', name: 'Chair', ...program });
    expect(agents.at(-1)).toMatchObject({ id: 'reviewer-1', model: 'm/2', command: 'other m/2!' });
  });

  test('and the adapters have their commands as they are written', () => {
    expect(configuredAdapters(settingsWith())).toEqual([
      { name: 'generic', command: 'agent --model {model}', supportsResume: false },
      { name: 'other', command: 'other {model}!', supportsResume: true },
    ]);
  });
});

test.each([
  ['agent', 'agent', 'agent'],
  ['agent --model {model}', 'agent --model $&m', 'agent'],
  ['agent -m {model} -p', 'agent -m $&m -p', 'agent -p'],
  ['agent --model={model} -p', 'agent --model=$&m -p', 'agent -p'],
  ['agent -c model="{model}" run', 'agent -c model="$&m" run', 'agent run'],
  ['agent {model} run', 'agent $&m run', 'agent run'],
  ['agent -x  -m  {model}', 'agent -x  -m  $&m', 'agent -x'],
  ['a {model} b --as {model}', 'a $&m b --as $&m', 'a b'],
  ['pre-run agent-2 {model}', 'pre-run agent-2 $&m', 'pre-run agent-2'],
  ['{model} now', '$&m now', 'now'],
])('the command %s becomes %s with a model, and %s without', (command, withModel, without) => {
  const chair = (model?: string) =>
    configuredAgents(settingsWith({ chair: { role: 'chair', ...generic, model } }, command))[0]!
      .command;
  expect(chair('$&m')).toBe(withModel);
  expect(chair()).toBe(without);
});
