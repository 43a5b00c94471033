import {
  byteSize,
  choice,
  coordinatorAddress,
  decimal,
  directory,
  duration,
  file,
  integer,
  listenAddress,
  secretToken,
  webAddress,
  words,
} from './config-values.ts';
import { listOf, optionalSetting, section, setting } from './shape.ts';

/** GAP-RC-CFG-1. */
export const supervisorSection = section({
  driver: setting(choice('process', 'docker'), {
    default: 'process',
    description:
      'How agents are started: as local processes with bubblewrap (see `sandbox`), or in containers. Use containers for commands that you do not control.',
  }),
  concurrency: setting(integer(1, 100), {
    default: 4,
    description:
      'Maximum number of parallel agents. Each run has at most `coordinator.max_parallel_turns`.',
  }),
  interval: setting(duration('100ms', '1m', '2s'), {
    default: '2s',
    description: 'Interval at which the supervisor reconciles running agents with pending work.',
  }),
  coordinator_url: optionalSetting(
    coordinatorAddress(),
    'Coordinator address for the supervisor, used with `token`. If unset, the supervisor works on the database; otherwise it needs no database access.',
  ),
  token: optionalSetting(
    secretToken(),
    'Shared token with which a supervisor authenticates at `coordinator_url`. A coordinator without it serves no supervisors. Set it by environment: `GALLEY_COORDINATOR__SUPERVISOR__TOKEN`, or its `_FILE`.',
  ),
  state_directory: setting(directory(), {
    default: '.service/supervisor',
    description: 'Directory for agent output and the state needed after a restart.',
  }),
  mcp_url: optionalSetting(
    webAddress(),
    'Address of the tools for agents. Defaults to `coordinator_url` or `coordinator.address` with `/mcp`; for containers, to the relay of the supervisor.',
  ),
  sandbox: setting(choice('auto', 'always', 'never'), {
    default: 'always',
    description:
      'For the driver `process`: whether agents run in bubblewrap, with their own home folder and /tmp, and read-only access to the system without the home folder of the user. `always`: the supervisor does not start without bubblewrap. `auto`: without bubblewrap, agents run as the user of the supervisor and can read everything it can, including its token and the database. `never`: agents always run without bubblewrap.',
  }),
  readable_paths: setting(listOf(directory(), '[/srv/agents]'), {
    default: [],
    description:
      'Files and folders in the home folder of the user that agents in bubblewrap can read, for programs that need more than their own installation.',
  }),
  network: setting(choice('open', 'restricted'), {
    default: 'open',
    description:
      'For the driver `process`: `restricted` gives agents in bubblewrap no network except the tools, the hosts of their adapter (`coordinator.adapters.<name>.hosts`), and those of variables that end with `_BASE_URL` and are passed on to them. `open`: agents reach what this machine reaches.',
  }),
  limits: section({
    time: setting(duration('1s', '7d', '1h'), {
      default: '1h',
      description: 'Maximum time of an agent for one turn.',
    }),
    cpus: setting(decimal(0.01, 256), {
      default: 1,
      description: 'Maximum number of processors per container.',
    }),
    memory: setting(byteSize('16MiB', '1024GiB', '1GiB'), {
      default: '1GiB',
      description: 'Maximum memory per container, including its /tmp.',
    }),
    pids: setting(integer(8, 100_000), {
      default: 256,
      description: 'Maximum number of processes and threads per container.',
    }),
    log_size: setting(byteSize('1KiB', '64MiB', '16MiB'), {
      default: '16MiB',
      description: 'Maximum stored output of an agent.',
    }),
  }),
  docker: section({
    socket: setting(file(), {
      default: '/var/run/docker.sock',
      description: 'Socket of the container engine.',
    }),
    network: optionalSetting(
      words(),
      'Existing network for the containers. If unset, one without outside access is created, in which agents reach only the tools.',
    ),
    relay: optionalSetting(
      listenAddress(),
      'Listen address of the relay through which containers reach `/mcp` of the coordinator. Defaults to a free port of this machine in their network. Not used with `mcp_url`.',
    ),
  }),
});
