import { withLimits, type Budget } from './budgets/budget.ts';

export interface AgentSettings {
  readonly agents: Readonly<Record<SingleAgent, SingleAgentSettings>> &
    Readonly<Record<AgentPool, AgentPoolSettings>>;
  readonly adapters: Readonly<Record<string, AdapterSettings>>;
}

type SingleAgent = 'chair' | 'architect' | 'tester' | 'security' | 'memoryOracle';
type AgentPool = 'implementers' | 'reviewers';

interface AgentProgram {
  readonly adapter: string;
  readonly model?: string | undefined;
  readonly budget?: Budget | undefined;
}

interface SingleAgentSettings extends AgentProgram {
  readonly role: string;
}

interface AgentPoolSettings extends AgentProgram {
  readonly count: number;
}

interface AdapterSettings {
  /** `{model}` is replaced by the agent's model. */
  readonly command: string;
  readonly supportsResume: boolean;
}

export interface ConfiguredAgent {
  readonly id: string;
  readonly role: string;
  readonly name: string;
  readonly adapter: string;
  /** Null: the program's default. */
  readonly model: string | null;
  readonly command: string;
  /** For its turns in one run. */
  readonly budget: Budget;
}

export interface ConfiguredAdapter {
  readonly name: string;
  readonly command: string;
  readonly supportsResume: boolean;
}

const singles: readonly (readonly [SingleAgent, id: string, name: string])[] = [
  ['chair', 'chair-1', 'Chair'],
  ['architect', 'architect-1', 'Architect'],
  ['tester', 'tester-1', 'Tester'],
  ['security', 'security-1', 'Security'],
  ['memoryOracle', 'memory-oracle-1', 'Memory oracle'],
];

const pools: readonly (readonly [AgentPool, role: string, name: string])[] = [
  ['implementers', 'implementer', 'Implementer'],
  ['reviewers', 'reviewer', 'Reviewer'],
];

/** Lists every configured agent (RC-RES-2, GAP-RC-CFG-1). Numbers within a pool start at 1. */
export function configuredAgents({ agents, adapters }: AgentSettings): ConfiguredAgent[] {
  const program = ({ adapter, model, budget }: AgentProgram) => ({
    adapter,
    model: model ?? null,
    // Validation of the configuration rejects unknown adapters.
    command: commandFor(adapters[adapter]!.command, model),
    budget: withLimits({}, budget),
  });
  const alone = singles.map(([key, id, name]) => ({
    id,
    role: agents[key].role,
    name,
    ...program(agents[key]),
  }));
  const pooled = pools.flatMap(([key, role, name]) =>
    Array.from({ length: agents[key].count }, (_, at) => ({
      id: `${role}-${at + 1}`,
      role,
      name: `${name} ${at + 1}`,
      ...program(agents[key]),
    })),
  );
  return [...alone, ...pooled];
}

export function configuredAdapters({ adapters }: AgentSettings): ConfiguredAdapter[] {
  return Object.entries(adapters).map(([name, { command, supportsResume }]) => ({
    name,
    command,
    supportsResume,
  }));
}

/** Without a model, removes the word that contains `{model}` and an option such as `--model` before it. */
function commandFor(command: string, model: string | undefined): string {
  if (model !== undefined) return command.replaceAll('{model}', () => model);
  return command.replace(/(^|\s+)(?:-\S*\s+)?\S*\{model\}\S*/g, '').trim();
}
