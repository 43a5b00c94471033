import { z } from 'zod';
import { budgetSection } from './budget-schema.ts';
import { commandChecks, votePolicySection } from './proposal-checks-schema.ts';
import { remoteSection } from './remote-schema.ts';
import { supervisorSection } from './supervisor-schema.ts';
import {
  plainName,
  reachableHost,
  choice,
  command,
  duration,
  file,
  homePath,
  integer,
  listenAddress,
  modelName,
  variableName,
  words,
  workspaceId,
  yesOrNo,
} from './config-values.ts';
import {
  isMap,
  listOf,
  mapOf,
  mapValues,
  optionalSetting,
  copyShape,
  section,
  setting,
  struct,
  withDefault,
  type NamedMap,
} from './shape.ts';

export interface AdapterSettings {
  /** `{model}` is replaced. Never empty in a loaded configuration. */
  readonly command: string;
  /** By which the adapter configures the program and reads its output; if unset, by the adapter's name. */
  readonly program?: AgentProgram | undefined;
  readonly supportsResume: boolean;
  readonly image?: string | undefined;
  readonly environment: readonly string[];
  /** Unset: those of the program. */
  readonly hosts?: readonly string[] | undefined;
  /** Paths in the home folder of the supervisor's user; unset: the program's own. */
  readonly credentials?: readonly string[] | undefined;
}

export const agentPrograms = [
  'claude',
  'codex',
  'gemini',
  'opencode',
  'galley-agent',
  'command',
] as const;
export type AgentProgram = (typeof agentPrograms)[number];

const environment: readonly string[] = [];

/** All read instructions from standard input. The adapter appends the options for unattended work. */
const builtInAdapters: NamedMap<AdapterSettings> = {
  codex: { command: 'codex exec --model {model}', supportsResume: true, environment },
  claude: { command: 'claude -p --model {model}', supportsResume: true, environment },
  gemini: { command: 'gemini --model {model}', supportsResume: true, environment },
  opencode: { command: 'opencode run --model {model}', supportsResume: true, environment },
  // Provided by the operator under this name.
  generic: { command: 'galley-agent --model {model}', supportsResume: false, environment },
};

const adapterMap = mapOf(
  plainName(),
  struct({
    command: optionalSetting(
      command(),
      'Command that starts an agent; required for each adapter defined here. `{model}` is replaced by the model name. Without a model, that argument is omitted, together with a preceding option such as `--model`. The built-in adapters are `codex`, `claude`, `gemini`, `opencode` and `generic`; an adapter with one of these names replaces the built-in one.',
    ),
    program: optionalSetting(
      choice(...agentPrograms),
      'Program behind `command`. For `claude`, `codex`, `gemini` and `opencode`, Galley appends the options for unattended work, writes the configuration of the tools, and reads the output. `galley-agent` is the reference agent. With `command`, nothing is appended. Defaults to `galley-agent` for its command, else to the name of the adapter, if it is one of these, else to `command`.',
    ),
    supports_resume: setting(yesOrNo(), {
      default: false,
      description:
        'Whether an agent continues the session of its previous turn in the same run. Needs bubblewrap and a program other than `command`; otherwise each turn starts a new session.',
    }),
    image: optionalSetting(
      words(),
      'Container image for the driver `docker`. The engine must have it or be able to pull it.',
    ),
    environment: setting(listOf(variableName(), '[ANTHROPIC_API_KEY]'), {
      default: [],
      description:
        'Variables of the supervisor passed to agents, such as a model key, in addition to those of the program (for example `ANTHROPIC_API_KEY` for `claude`). Their values are stored in no file.',
    }),
    hosts: optionalSetting(
      listOf(reachableHost(), '[api.example.com, 127.0.0.1:11434]'),
      'Hosts that agents reach with `coordinator.supervisor.network: restricted`, with a port unless it is 443. `*.example.com` stands for public addresses of all subdomains, `*` for all public addresses. Defaults to the hosts that the program needs; none for `command`.',
    ),
    credentials: optionalSetting(
      listOf(homePath(), '[.claude/.credentials.json]'),
      'Files in the home folder of the user who runs the supervisor. Each agent gets a copy for its turn. Defaults to the file with which the program is signed in; `[]` copies none.',
    ),
  }),
);

const adapters = copyShape(
  z.preprocess(
    withoutEmpty,
    adapterMap.transform((given): NamedMap<AdapterSettings> => {
      const complete = mapValues(given, ({ command: own = '', ...more }) => ({
        command: own,
        ...more,
      }));
      return mapValues({ ...builtInAdapters, ...complete }, (adapter) => adapter);
    }),
  ),
  adapterMap,
);

/** An empty key counts as absent, as in the whole configuration. */
function withoutEmpty(given: unknown): unknown {
  if (!isMap(given)) return given;
  return mapValues(
    Object.fromEntries(Object.entries(given).filter(([, inner]) => inner !== null)),
    (inner) => inner,
  );
}

const adapterOf = (whom: string) =>
  optionalSetting(
    plainName(),
    `Adapter of ${whom}: one of \`coordinator.adapters\`. If unset, \`coordinator.agents.adapter\`.`,
  );

const modelOf = (whom: string) =>
  optionalSetting(
    modelName(),
    `Model of ${whom}. If unset, and its adapter too, \`coordinator.agents.model\`.`,
  );

const agent = (name: string) => {
  const whom = `the agent \`${name.replaceAll('_', '-')}-1\``;
  return section({
    role: setting(plainName(), { default: name, description: `Role of ${whom}.` }),
    adapter: adapterOf(whom),
    model: modelOf(whom),
    budget: budgetSection(`${whom} in one run`),
  });
};

const pool = (name: string) => {
  const whom = `the ${name}s`;
  return section({
    count: setting(integer(0, 100), {
      default: 1,
      description: `Number of ${name}s: \`${name}-1\`, \`${name}-2\` and so on.`,
    }),
    adapter: adapterOf(whom),
    model: modelOf(whom),
    budget: budgetSection(`each ${name} in one run`),
  });
};

const agentsSection = section({
  adapter: setting(plainName(), {
    default: 'generic',
    description: 'Adapter of the agents that name none: one of `coordinator.adapters`.',
  }),
  model: optionalSetting(
    modelName(),
    'Model of the agents that name neither adapter nor model. If unset, the program uses its own default.',
  ),
  chair: agent('chair'),
  architect: agent('architect'),
  tester: agent('tester'),
  security: agent('security'),
  memory_oracle: agent('memory_oracle'),
  implementers: pool('implementer'),
  reviewers: pool('reviewer'),
});

interface AgentProgramChoice {
  readonly adapter?: string | undefined;
  readonly model?: string | undefined;
}

const agents = copyShape(
  agentsSection.transform(({ adapter, model, ...named }) => {
    const complete = <A extends AgentProgramChoice>(agent: A) => ({
      ...agent,
      adapter: agent.adapter ?? adapter,
      model: agent.adapter === undefined ? (agent.model ?? model) : agent.model,
    });
    return {
      adapter,
      chair: complete(named.chair),
      architect: complete(named.architect),
      tester: complete(named.tester),
      security: complete(named.security),
      memoryOracle: complete(named.memoryOracle),
      implementers: complete(named.implementers),
      reviewers: complete(named.reviewers),
    };
  }),
  agentsSection,
);

const tlsFiles = section({
  cert_file: optionalSetting(
    file(),
    'TLS certificate of the coordinator (PEM) with its intermediates. If set, only TLS connections are accepted.',
  ),
  key_file: optionalSetting(file(), 'Private key (PEM) of the certificate.'),
});

/** Undefined unless both are set; a single one is reported separately. */
const tls = copyShape(
  tlsFiles.transform(({ certFile, keyFile }) =>
    certFile === undefined || keyFile === undefined ? undefined : { certFile, keyFile },
  ),
  tlsFiles,
);

/** GAP-RC-CFG-1. */
export const coordinatorSection = section({
  enforcement: setting(choice('recorded', 'enforced'), {
    default: 'recorded',
    description:
      'Whether run states are only recorded or enforced: a paused run starts no new work, and a stopped run finishes its current work and ends.',
  }),
  workspace: section({
    id: setting(workspaceId(), {
      default: 'default',
      description: 'Workspace id of this project, used in addresses.',
    }),
    display_name: setting(words(), {
      default: 'Default',
      description: 'Displayed name.',
    }),
    repository: optionalSetting(words(), 'Repository of the workspace: a path or an address.'),
  }),
  address: setting(listenAddress(), {
    default: '127.0.0.1:7117',
    description:
      'Listen address of the coordinator; port 0 takes any free one. Only loopback addresses are allowed without `coordinator.tls`.',
  }),
  tls,
  scope: setting(choice('database', 'workspace', 'run'), {
    default: 'database',
    description:
      'Tasks and proposals that a run processes: all in the database, those of its workspace, or its own. With `run`, leftovers of earlier runs neither end nor block a new one.',
  }),
  interval: setting(duration('10ms', '1h', '1s'), {
    default: '1s',
    description: 'Time between two ticks of a run.',
  }),
  retry_backoff: setting(duration('1ms', '1h', '250ms'), {
    default: '250ms',
    description: 'Delay before `galley run` retries a failed tick.',
  }),
  max_consecutive_errors: setting(integer(1, 1_000_000), {
    default: 5,
    description:
      'Number of consecutive failed ticks after which `galley run` marks the run as failed.',
  }),
  lease: setting(duration('1s', '10m', '10s'), {
    default: '10s',
    description: 'Time after which another coordinator takes over the run of an unresponsive one.',
  }),
  drain_deadline: setting(duration('1s', '7d', '10m'), {
    default: '10m',
    description: 'Time for a stopped run to finish its current work, if states are enforced.',
  }),
  turn_lease: setting(duration('1s', '7d', '15m'), {
    default: '15m',
    description: 'Time without a heartbeat after which a turn expires, if states are enforced.',
  }),
  max_parallel_turns: setting(integer(1, 32), {
    default: 1,
    description:
      'Number of turns of a run that may be in progress at the same time, of different agents. Tasks with overlapping `paths` have no turns at the same time.',
  }),
  session_logs: setting(duration('1h', '3650d', '30d'), {
    default: '30d',
    description:
      'Time after which the transcript of an ended agent session is removed from the database, and its log from the machine of the supervisor.',
  }),
  budget: budgetSection('a new run'),
  agents,
  adapters: withDefault(adapters, {}),
  checks: commandChecks,
  vote_policy: votePolicySection,
  remote: remoteSection,
  supervisor: supervisorSection,
});
