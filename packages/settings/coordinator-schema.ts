import { z } from 'zod';
import { supervisorSection } from './supervisor-schema.ts';
import {
  plainName,
  choice,
  command,
  duration,
  file,
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
  sameShape,
  section,
  setting,
  struct,
  withDefault,
  type NamedMap,
} from './shape.ts';

/** What starts the agents of one kind. */
export interface AdapterSettings {
  /** `{model}` stands in it for the model of the agent. Never empty in a configuration that was loaded. */
  readonly command: string;
  /** Whether a session that ended can be gone on with. */
  readonly supportsResume: boolean;
  /** What its containers are made of. */
  readonly image?: string | undefined;
  /** Names of variables of the supervisor's environment that it is given. */
  readonly environment: readonly string[];
}

const environment: readonly string[] = [];

/** All of them take what they are told from standard input, and take up an earlier session when they are asked to. */
const builtInAdapters: NamedMap<AdapterSettings> = {
  codex: { command: 'codex exec --model {model}', supportsResume: true, environment },
  claude: { command: 'claude -p --model {model}', supportsResume: true, environment },
  gemini: { command: 'gemini --model {model}', supportsResume: true, environment },
  opencode: { command: 'opencode run --model {model}', supportsResume: true, environment },
  // A program that whoever runs the project provides under this name.
  generic: { command: 'galley-agent --model {model}', supportsResume: false, environment },
};

const adapterMap = mapOf(
  plainName(),
  struct({
    command: optionalSetting(
      command(),
      'What starts an agent. `{model}` stands for the name of its model; without one, that word is left out, together with an option before it such as `--model`. Each adapter that is given here needs one. There are `codex`, `claude`, `gemini`, `opencode` and `generic` already, and what is given under one of these names takes its place.',
    ),
    supports_resume: setting(yesOrNo(), {
      default: false,
      description: 'Whether the program can go on with a session that ended.',
    }),
    image: optionalSetting(
      words(),
      'The image of the containers that it runs in, with the driver `docker`. The engine has to have it, or be able to pull it.',
    ),
    environment: setting(
      listOf(variableName(), 'a list of names of variables, such as [ANTHROPIC_API_KEY]'),
      {
        default: [],
        description:
          'Names of variables of the supervisor that agents are given, such as the key for a model. Their values stand in no file.',
      },
    ),
  }),
);

const adapters = sameShape(
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

/** A name without anything says nothing, as everywhere in the configuration. */
function withoutEmpty(given: unknown): unknown {
  if (!isMap(given)) return given;
  return mapValues(
    Object.fromEntries(Object.entries(given).filter(([, inner]) => inner !== null)),
    (inner) => inner,
  );
}

const adapterOf = (whom: string) =>
  setting(plainName(), {
    default: 'generic',
    description: `The adapter that starts ${whom}: one of \`coordinator.adapters\`.`,
  });

const modelOf = (whom: string) =>
  optionalSetting(modelName(), `The model of ${whom}. Without it, the program takes its own.`);

const agent = (name: string) => {
  const whom = `the agent \`${name.replaceAll('_', '-')}-1\``;
  return section({
    role: setting(plainName(), { default: name, description: `The role of ${whom}.` }),
    adapter: adapterOf(whom),
    model: modelOf(whom),
  });
};

const pool = (name: string) => {
  const whom = `the ${name}s`;
  return section({
    count: setting(integer(0, 100), {
      default: 1,
      description: `How many ${name}s there are: \`${name}-1\`, \`${name}-2\` and so on.`,
    }),
    adapter: adapterOf(whom),
    model: modelOf(whom),
  });
};

const tlsFiles = section({
  cert_file: optionalSetting(
    file(),
    'The certificate (PEM) of the coordinator, with those between it and its root. With it, only TLS is spoken.',
  ),
  key_file: optionalSetting(file(), 'The private key (PEM) that belongs to the certificate.'),
});

/** Undefined unless both are there; that there is only one is a mistake of its own. */
const tls = sameShape(
  tlsFiles.transform(({ certFile, keyFile }) =>
    certFile === undefined || keyFile === undefined ? undefined : { certFile, keyFile },
  ),
  tlsFiles,
);

/** The settings of the run coordinator (GAP-RC-CFG-1). */
export const coordinatorSection = section({
  enforcement: setting(choice('recorded', 'enforced'), {
    default: 'recorded',
    description:
      'Whether states of runs are only recorded, or hold: a run that is paused takes on nothing new, one that is stopped finishes first what it is at, and ends.',
  }),
  workspace: section({
    id: setting(workspaceId(), {
      default: 'default',
      description: 'The workspace of this project, as addresses name it.',
    }),
    display_name: setting(words(), {
      default: 'Default',
      description: 'What people call it.',
    }),
    repository: optionalSetting(words(), 'Where its repository is: a path or an address.'),
  }),
  address: setting(listenAddress(), {
    default: '127.0.0.1:7117',
    description:
      'Where the coordinator listens; port 0 takes any free one. Without `coordinator.tls`, only addresses that nobody outside this machine reaches.',
  }),
  tls,
  scope: setting(choice('database', 'workspace', 'run'), {
    default: 'database',
    description:
      'Which tasks and proposals a run is about: all of the database, those of its workspace, or its own. With `run`, what earlier runs have left neither ends nor blocks a new one.',
  }),
  interval: setting(duration('10ms', '1h', '1s'), {
    default: '1s',
    description: 'How long to wait between two ticks of a run.',
  }),
  retry_backoff: setting(duration('1ms', '1h', '250ms'), {
    default: '250ms',
    description: 'How long `galley run` waits before it tries again after a tick that failed.',
  }),
  max_consecutive_errors: setting(integer(1, 1_000_000), {
    default: 5,
    description: 'After how many failed ticks in a row `galley run` gives the run up as failed.',
  }),
  lease: setting(duration('1s', '10m', '10s'), {
    default: '10s',
    description:
      'How long a run belongs to a coordinator that is heard of no more. Another one takes it over then.',
  }),
  drain_deadline: setting(duration('1s', '7d', '10m'), {
    default: '10m',
    description:
      'How long a run that is stopped may finish what it is at, where states are enforced.',
  }),
  turn_lease: setting(duration('1s', '7d', '15m'), {
    default: '15m',
    description:
      'How long a turn goes on without a sign of life before it counts as expired, where states are enforced.',
  }),
  agents: section({
    chair: agent('chair'),
    architect: agent('architect'),
    tester: agent('tester'),
    security: agent('security'),
    memory_oracle: agent('memory_oracle'),
    implementers: pool('implementer'),
    reviewers: pool('reviewer'),
  }),
  adapters: withDefault(adapters, {}),
  supervisor: supervisorSection,
});
