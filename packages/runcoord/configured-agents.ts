/** What the configuration says of agents and of what starts them: of a loaded configuration, `config.coordinator`. */
export interface AgentSettings {
  readonly agents: Readonly<Record<SingleAgent, SingleAgentSettings>> &
    Readonly<Record<AgentPool, AgentPoolSettings>>;
  readonly adapters: Readonly<Record<string, AdapterSettings>>;
}

type SingleAgent = 'chair' | 'architect' | 'tester' | 'security' | 'memoryOracle';
type AgentPool = 'implementers' | 'reviewers';

interface AgentProgram {
  /** One of the adapters. */
  readonly adapter: string;
  readonly model?: string | undefined;
}

interface SingleAgentSettings extends AgentProgram {
  readonly role: string;
}

interface AgentPoolSettings extends AgentProgram {
  readonly count: number;
}

interface AdapterSettings {
  /** `{model}` stands for the model of the agent. */
  readonly command: string;
  readonly supportsResume: boolean;
}

export interface ConfiguredAgent {
  readonly id: string;
  readonly role: string;
  /** What people call it. */
  readonly name: string;
  readonly adapter: string;
  /** Null: the program's own choice. */
  readonly model: string | null;
  /** With the model filled in. */
  readonly command: string;
}

export interface ConfiguredAdapter {
  readonly name: string;
  /** With `{model}` where the model of an agent goes. */
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

/** Every agent that the configuration names (RC-RES-2, GAP-RC-CFG-1); the numbers of a pool begin at 1. */
export function configuredAgents({ agents, adapters }: AgentSettings): ConfiguredAgent[] {
  const program = ({ adapter, model }: AgentProgram) => ({
    adapter,
    model: model ?? null,
    // The configuration is refused when it names an adapter that is not there.
    command: commandFor(adapters[adapter]!.command, model),
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

/** Without a model, the word that has `{model}` in it goes, and an option such as `--model` before it. */
function commandFor(command: string, model: string | undefined): string {
  if (model !== undefined) return command.replaceAll('{model}', () => model);
  return command.replace(/(^|\s+)(?:-\S*\s+)?\S*\{model\}\S*/g, '').trim();
}
