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
import { optionalSetting, section, setting } from './shape.ts';

/** How `galley supervise` starts agents (GAP-RC-CFG-1). */
export const supervisorSection = section({
  driver: setting(choice('process', 'docker'), {
    default: 'process',
    description:
      'What agents are started as: processes of this machine, with bubblewrap around them (`sandbox`), or containers. Where people do not know what agents may run, containers.',
  }),
  concurrency: setting(integer(1, 100), {
    default: 4,
    description:
      'How many agents run at the same time, at most. In one run there is one at a time.',
  }),
  interval: setting(duration('100ms', '1m', '2s'), {
    default: '2s',
    description:
      'How often the supervisor compares what runs with what should, and looks who has something to do.',
  }),
  coordinator_url: optionalSetting(
    coordinatorAddress(),
    'Where the supervisor reaches the coordinator, with `token`. Without it, it works on the database; with it, it needs neither the database nor its address.',
  ),
  token: optionalSetting(
    secretToken(),
    'What a supervisor with `coordinator_url` shows the coordinator; both have the same. Without it, a coordinator serves no supervisors. Best given by environment: `GALLEY_COORDINATOR__SUPERVISOR__TOKEN`, or its `_FILE`.',
  ),
  state_directory: setting(directory(), {
    default: '.service/supervisor',
    description:
      'Where the supervisor keeps what agents print and what it needs to find them again after a restart.',
  }),
  mcp_url: optionalSetting(
    webAddress(),
    'Where agents reach the tools. Without it, `coordinator_url` or else `coordinator.address`, with `/mcp`; of containers, the relay of the supervisor.',
  ),
  sandbox: setting(choice('auto', 'always', 'never'), {
    default: 'always',
    description:
      'Of the driver `process`: whether agents run within bubblewrap, where they see the system and the repository read-only, and a /tmp of their own. `always`: without bubblewrap, the supervisor does not start. `auto`: without it, agents run as the user of the supervisor and can read all that it can, its token and the database among it; `never`: they always do.',
  }),
  limits: section({
    time: setting(duration('1s', '7d', '1h'), {
      default: '1h',
      description: 'How long an agent may take for one turn.',
    }),
    cpus: setting(decimal(0.01, 256), {
      default: 1,
      description: 'How many processors a container may use.',
    }),
    memory: setting(byteSize('16MiB', '1024GiB', '1GiB'), {
      default: '1GiB',
      description: 'How much memory a container may use, with what it writes into /tmp.',
    }),
    pids: setting(integer(8, 100_000), {
      default: 256,
      description: 'How many processes and threads there may be in a container.',
    }),
    log_size: setting(byteSize('1KiB', '64MiB', '4MiB'), {
      default: '4MiB',
      description: 'How much of what an agent prints is kept.',
    }),
  }),
  docker: section({
    socket: setting(file(), {
      default: '/var/run/docker.sock',
      description: 'The socket of the container engine.',
    }),
    network: optionalSetting(
      words(),
      'The network of the containers, which has to be there. Without it, one is made that has no way out: from there agents reach the tools and nothing else.',
    ),
    relay: optionalSetting(
      listenAddress(),
      'Where the relay listens, through which containers reach `/mcp` of the coordinator. Without it, any free port of the address that this machine has in their network. There is none with `mcp_url`.',
    ),
  }),
});
