import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadConfig } from './config.ts';
import { createDirectory, listMistakes, captureError } from './fixtures.ts';
import type { Environment } from './substitution.ts';

interface Given {
  readonly text?: string;
  readonly environment?: Environment;
}

async function load({ text, environment = {} }: Given) {
  const yaml = text === undefined ? '' : `coordinator: ${text}\n`;
  const projectDirectory = await createDirectory({ 'galley.yaml': yaml });
  const config = await loadConfig({ projectDirectory, overlays: [], environment });
  return { projectDirectory, coordinator: config.coordinator };
}

const coordinatorOf = async (text: string) => (await load({ text })).coordinator;

const mistakesFor = async (given: Given) => listMistakes(await captureError(() => load(given)));

const generic = { adapter: 'generic', budget: {} };
const environment: readonly string[] = [];

test('GAP-RC-CFG-1, GAP-RC-LOOP-1, RC-LIM-1: the coordinator has its defaults', async () => {
  const { coordinator, projectDirectory } = await load({});
  expect(coordinator).toEqual({
    enforcement: 'recorded',
    workspace: { id: 'default', displayName: 'Default' },
    address: { host: '127.0.0.1', port: 7117 },
    tls: undefined,
    scope: 'database',
    interval: 1_000,
    retryBackoff: 250,
    maxConsecutiveErrors: 5,
    lease: 10_000,
    drainDeadline: 600_000,
    turnLease: 900_000,
    maxParallelTurns: 1,
    sessionLogs: 2_592_000_000,
    budget: {},
    agents: {
      adapter: 'generic',
      chair: { role: 'chair', ...generic },
      architect: { role: 'architect', ...generic },
      tester: { role: 'tester', ...generic },
      security: { role: 'security', ...generic },
      memoryOracle: { role: 'memory_oracle', ...generic },
      implementers: { count: 1, ...generic },
      reviewers: { count: 1, ...generic },
    },
    adapters: {
      codex: { command: 'codex exec --model {model}', supportsResume: true, environment },
      claude: { command: 'claude -p --model {model}', supportsResume: true, environment },
      gemini: { command: 'gemini --model {model}', supportsResume: true, environment },
      opencode: { command: 'opencode run --model {model}', supportsResume: true, environment },
      generic: { command: 'galley-agent --model {model}', supportsResume: false, environment },
    },
    checks: {},
    remote: undefined,
    votePolicy: {},
    supervisor: {
      driver: 'process',
      concurrency: 4,
      interval: 2_000,
      stateDirectory: path.join(projectDirectory, '.service/supervisor'),
      sandbox: 'always',
      readablePaths: [],
      network: 'open',
      limits: { time: 3_600_000, cpus: 1, memory: 1_073_741_824, pids: 256, logSize: 16_777_216 },
      docker: { socket: '/var/run/docker.sock' },
    },
  });
});

test('GAP-RC-CFG-1: galley.yaml can contain every setting of the coordinator', async () => {
  const { coordinator, projectDirectory } = await load({
    text: `
  enforcement: enforced
  workspace: { id: press, display_name: The press, repository: ../press }
  address: "[::]:0"
  tls: { cert_file: tls/cert.pem, key_file: /etc/galley/key.pem }
  scope: workspace
  interval: 250ms
  retry_backoff: 1s
  max_consecutive_errors: 9
  lease: 30s
  drain_deadline: 1m
  turn_lease: 1h
  max_parallel_turns: 4
  session_logs: 90d
  budget: { turns: 50, minutes: 90.5, tokens: 1000000, usd: 2.5 }
  agents:
    adapter: mine
    chair: { role: head, adapter: claude, model: opus-5 }
    architect: { role: a, adapter: codex, model: a/b:c@1+2 }
    tester: { role: b, adapter: gemini }
    security: { role: c, adapter: opencode }
    memory_oracle: { role: d, adapter: mine, model: m }
    implementers: { count: 100, adapter: mine, model: m, budget: { turns: 5 } }
    reviewers: { count: 0, adapter: mine, model: m }
  adapters:
    mine: { command: "./mine {model}", program: claude, supports_resume: true, image: "mine:1", environment: [KEY, GALLEY_AGENT_API_KEY], hosts: [api.example.com, '*.example.net', '127.0.0.1:11434', '[::1]:443', '*'], credentials: [.mine/key.json] }
  checks:
    tests: { command: npm test, timeout: 90s }
    spelling: { command: ./spell }
  vote_policy: { approve: 2, reject: 0 }
  supervisor:
    driver: docker
    concurrency: 9
    interval: 1s
    coordinator_url: https://galley:7117/
    token: "0123456789abcdef-._~+/0123456789=="
    state_directory: ../state
    mcp_url: http://galley:7117/mcp
    sandbox: never
    readable_paths: [/opt/agents]
    network: restricted
    limits: { time: 10m, cpus: 0.5, memory: 64MiB, pids: 32, log_size: 1MiB }
    docker: { socket: /run/podman.sock, network: agents, relay: "10.0.0.1:7200" }
`,
  });
  expect(coordinator).toEqual({
    enforcement: 'enforced',
    workspace: { id: 'press', displayName: 'The press', repository: '../press' },
    address: { host: '::', port: 0 },
    tls: {
      certFile: path.join(projectDirectory, 'tls/cert.pem'),
      keyFile: '/etc/galley/key.pem',
    },
    scope: 'workspace',
    interval: 250,
    retryBackoff: 1_000,
    maxConsecutiveErrors: 9,
    lease: 30_000,
    drainDeadline: 60_000,
    turnLease: 3_600_000,
    maxParallelTurns: 4,
    sessionLogs: 7_776_000_000,
    budget: { turns: 50, minutes: 90.5, tokens: 1_000_000, usd: 2.5 },
    agents: {
      adapter: 'mine',
      chair: { role: 'head', adapter: 'claude', model: 'opus-5', budget: {} },
      architect: { role: 'a', adapter: 'codex', model: 'a/b:c@1+2', budget: {} },
      tester: { role: 'b', adapter: 'gemini', budget: {} },
      security: { role: 'c', adapter: 'opencode', budget: {} },
      memoryOracle: { role: 'd', adapter: 'mine', model: 'm', budget: {} },
      implementers: { count: 100, adapter: 'mine', model: 'm', budget: { turns: 5 } },
      reviewers: { count: 0, adapter: 'mine', model: 'm', budget: {} },
    },
    adapters: expect.objectContaining({
      mine: {
        command: './mine {model}',
        program: 'claude',
        supportsResume: true,
        image: 'mine:1',
        environment: ['KEY', 'GALLEY_AGENT_API_KEY'],
        hosts: ['api.example.com', '*.example.net', '127.0.0.1:11434', '[::1]:443', '*'],
        credentials: ['.mine/key.json'],
      },
    }) as unknown,
    checks: {
      tests: { command: 'npm test', timeout: 90_000 },
      spelling: { command: './spell', timeout: 300_000 },
    },
    votePolicy: { approve: 2, reject: 0 },
    supervisor: {
      driver: 'docker',
      concurrency: 9,
      interval: 1_000,
      coordinatorUrl: 'https://galley:7117',
      token: '0123456789abcdef-._~+/0123456789==',
      stateDirectory: path.join(projectDirectory, '../state'),
      mcpUrl: 'http://galley:7117/mcp',
      sandbox: 'never',
      readablePaths: ['/opt/agents'],
      network: 'restricted',
      limits: { time: 600_000, cpus: 0.5, memory: 67_108_864, pids: 32, logSize: 1_048_576 },
      docker: {
        socket: '/run/podman.sock',
        network: 'agents',
        relay: { host: '10.0.0.1', port: 7200 },
      },
    },
  });
});

test('GAP-RC-CFG-1: agents without an adapter have the common one, with its model', async () => {
  const { agents } = await coordinatorOf(
    '{ agents: { adapter: claude, model: m, tester: { model: own }, security: { adapter: codex } } }',
  );
  expect(agents.chair).toMatchObject({ adapter: 'claude', model: 'm' });
  expect(agents.reviewers).toMatchObject({ adapter: 'claude', model: 'm' });
  expect(agents.tester).toMatchObject({ adapter: 'claude', model: 'own' });
  expect(agents.security).toMatchObject({ adapter: 'codex', model: undefined });
});

describe('GAP-RC-CFG-1: adapters', () => {
  test('a built-in adapter can be replaced as a whole; the others stay', async () => {
    const { adapters } = await coordinatorOf('{ adapters: { claude: { command: c } } }');
    expect(adapters['claude']).toEqual({ command: 'c', supportsResume: false, environment });
    expect(Object.keys(adapters)).toEqual(['codex', 'claude', 'gemini', 'opencode', 'generic']);
  });

  test.each(['https://a.b', 'a.b:0', '*.*.b', 'a b', '::1'])('no host is %j', async (host) => {
    const text = `{ adapters: { mine: { command: c, hosts: ["${host}"] } } }`;
    expect((await mistakesFor({ text }))[0]).toMatch(
      /hosts\[0\]: must be a host, such as .+, not "/,
    );
  });

  test.each(['/etc/shadow', '../other/key', '.codex/../../key', ''])(
    'credentials cannot be outside the home folder: %j',
    async (path) => {
      const text = `{ adapters: { mine: { command: c, credentials: [${JSON.stringify(path)}] } } }`;
      const [mistake] = await mistakesFor({ text });
      expect(JSON.stringify(mistake)).toContain('inside the home folder');
    },
  );

  test('a name without a value is ignored', async () => {
    const { adapters } = await coordinatorOf('{ adapters: { claude: , mine: } }');
    expect(adapters['claude']?.supportsResume).toBe(true);
    expect(Object.keys(adapters)).not.toContain('mine');
  });

  test('a file and the environment can be combined', async () => {
    const { coordinator } = await load({
      text: '{ adapters: { mine: { supports_resume: true } } }',
      environment: {
        GALLEY_COORDINATOR__ADAPTERS__MINE__COMMAND: 'mine --fast',
        GALLEY_COORDINATOR__AGENTS__CHAIR__ADAPTER: 'mine',
      },
    });
    expect(coordinator.adapters['mine']).toEqual({
      command: 'mine --fast',
      supportsResume: true,
      environment: [],
    });
    expect(coordinator.agents.chair.adapter).toBe('mine');
  });

  test('names of object prototypes are unknown', async () => {
    const { adapters } = await coordinatorOf('{}');
    expect('constructor' in adapters).toBe(false);
  });
});

describe('GAP-RC-MCP-2: without TLS, only loopback addresses are allowed', () => {
  test.each([
    ['127.0.0.1:7117', '127.0.0.1', 7117],
    ['127.9.9.9:1', '127.9.9.9', 1],
    ['localhost:0', 'localhost', 0],
    ['LocalHost:80', 'LocalHost', 80],
    ['"[::1]:65535"', '::1', 65_535],
    ['"[::ffff:127.0.0.1]:1"', '::ffff:127.0.0.1', 1],
  ])('%s is allowed', async (address, host, port) => {
    expect((await coordinatorOf(`{ address: ${address} }`)).address).toEqual({ host, port });
  });

  test.each(['0.0.0.0:7117', '"[::]:7117"', '192.0.2.1:7117', 'localhost.example:7117', 'a:1'])(
    '%s requires TLS',
    async (address) => {
      expect(await mistakesFor({ text: `{ address: ${address} }` })).toEqual([
        'galley.yaml:1:25: coordinator.address: must be a loopback address, since TLS is not configured; for other addresses, set coordinator.tls.cert_file and coordinator.tls.key_file',
      ]);
      const tls = 'tls: { cert_file: c, key_file: k }';
      const withTls = await coordinatorOf(`{ address: ${address}, ${tls} }`);
      expect(address).toContain(withTls.address.host);
    },
  );
});

describe('a mistake in the settings of the coordinator is reported with its position', () => {
  const address = 'a host and a port, such as 127.0.0.1:7117, "[::1]:7117"';
  const there = 'there are claude, codex, gemini, generic, opencode';

  test.each([
    ['{ address: localhost }', `1:25: coordinator.address: must be ${address}, not "localhost"`],
    ['{ address: ":7117" }', `1:25: coordinator.address: must be ${address}, not ":7117"`],
    ['{ address: "::1:7117" }', `1:25: coordinator.address: must be ${address}, not "::1:7117"`],
    ['{ address: "[a]:7117" }', `1:25: coordinator.address: must be ${address}, not "[a]:7117"`],
    ['{ address: "a:65536" }', `1:25: coordinator.address: must be ${address}, not "a:65536"`],
    ['{ address: 7117 }', `1:25: coordinator.address: must be ${address}, not 7117`],
    [
      '{ scope: workspaces }',
      '1:23: coordinator.scope: must be one of database, workspace, run, not "workspaces"; did you mean workspace?',
    ],
    [
      '{ lease: 999ms }',
      '1:23: coordinator.lease: must be a duration from 1s to 10m, such as 10s, not "999ms"',
    ],
    [
      '{ drain_deadline: 8d }',
      '1:32: coordinator.drain_deadline: must be a duration from 1s to 7d, such as 10m, not "8d"',
    ],
    [
      '{ turn_lease: 0s }',
      '1:28: coordinator.turn_lease: must be a duration from 1s to 7d, such as 15m, not "0s"',
    ],
    [
      '{ interval: 0s }',
      '1:26: coordinator.interval: must be a duration from 10ms to 1h, such as 1s, not "0s"',
    ],
    [
      '{ retry_backoff: 2h }',
      '1:31: coordinator.retry_backoff: must be a duration from 1ms to 1h, such as 250ms, not "2h"',
    ],
    [
      '{ max_consecutive_errors: 0 }',
      '1:40: coordinator.max_consecutive_errors: must be a whole number from 1 to 1000000, not 0',
    ],
    [
      '{ agents: { implementers: { count: 101 } } }',
      '1:49: coordinator.agents.implementers.count: must be a whole number from 0 to 100, not 101',
    ],
    [
      '{ agents: { chair: { count: 2 } } }',
      '1:35: coordinator.agents.chair.count: unknown key; did you mean coordinator.agents.implementers.count?',
    ],
    [
      '{ agents: { chair: { model: "-x" } } }',
      '1:42: coordinator.agents.chair.model: must be a name of up to 200 of the characters A–Z a–z 0–9 . _ : / @ + -, beginning with A–Z a–z 0–9, not "-x"',
    ],
    [
      '{ agents: { memory_oracle: { adapter: codx } } }',
      `1:52: coordinator.agents.memory_oracle.adapter: there is no "codx"; did you mean codex?`,
    ],
    [
      '{ agents: { adapter: codx, chair: { adapter: codx } } }',
      `1:35: coordinator.agents.adapter: there is no "codx"; did you mean codex?`,
    ],
    [
      '{ agents: { reviewers: { adapter: constructor } } }',
      `1:48: coordinator.agents.reviewers.adapter: there is no "constructor"; ${there}`,
    ],
    [
      '{ adapters: { mine: { supports_resume: true } } }',
      '1:34: coordinator.adapters.mine: requires command, such as command: "my-agent --model {model}"',
    ],
    [
      '{ adapters: { mine: { comand: x } } }',
      '1:36: coordinator.adapters.mine.comand: unknown key; did you mean coordinator.adapters.mine.command?',
    ],
    [
      '{ adapters: { Mine: { command: x } } }',
      '1:28: coordinator.adapters.Mine: must be a name of up to 50 of the characters a–z 0–9 _ -, beginning with a–z, not "Mine"',
    ],
    [
      '{ adapters: { mine: { command: "" } } }',
      '1:45: coordinator.adapters.mine.command: must be a text of one line, of up to 1000 characters, not ""',
    ],
    [
      '{ adapters: { mine: { command: c, environment: [GALLEY_WORKER_TOKEN] } } }',
      '1:62: coordinator.adapters.mine.environment[0]: must be the name of a variable that does not begin with GALLEY_ and is no secret of Galley, such as ANTHROPIC_API_KEY, not "GALLEY_WORKER_TOKEN"',
    ],
    ...['galley_coordinator__supervisor__token', 'DATABASE_URL', 'SERVICE_METRICS_TOKEN_FILE'].map(
      (name) => [
        `{ adapters: { mine: { command: c, environment: [${name}] } } }`,
        `1:62: coordinator.adapters.mine.environment[0]: must be the name of a variable that does not begin with GALLEY_ and is no secret of Galley, such as ANTHROPIC_API_KEY, not "${name}"`,
      ],
    ),
    ...['http://galley:7117', 'https://a:b@galley', 'ftp://127.0.0.1', 'https://galley/x'].map(
      (url) => [
        `{ supervisor: { coordinator_url: "${url}" } }`,
        '1:47: coordinator.supervisor.coordinator_url: must be an address without a path, with http:// only on this machine, such as https://coordinator.example.org:7117',
      ],
    ),
    ...['short', 'a blank in it, though it is long enough', '='.repeat(40)].map((token) => [
      `{ supervisor: { token: "${token}" } }`,
      '1:37: coordinator.supervisor.token: must be a secret of at least 32 characters without blanks, such as $(openssl rand -base64 32)',
    ]),
    [
      '{ supervisor: { driver: podman } }',
      '1:38: coordinator.supervisor.driver: must be one of process, docker, not "podman"',
    ],
    [
      '{ supervisor: { limits: { memory: 1KiB } } }',
      '1:48: coordinator.supervisor.limits.memory: must be a size from 16MiB to 1024GiB, or a number of bytes, such as 1GiB, not "1KiB"',
    ],
    [
      '{ tls: { cert_file: c } }',
      '1:34: coordinator.tls.cert_file: requires coordinator.tls.key_file',
    ],
    [
      '{ tls: { key_file: k } }',
      '1:33: coordinator.tls.key_file: requires coordinator.tls.cert_file',
    ],
  ])('%s', async (text, mistake) => {
    expect(await mistakesFor({ text })).toEqual([`galley.yaml:${mistake}`]);
  });

  test('and the variable that set it', async () => {
    const environment = { GALLEY_COORDINATOR__AGENTS__TESTER__ADAPTER: 'codx' };
    expect(await mistakesFor({ environment })).toEqual([
      `environment variable GALLEY_COORDINATOR__AGENTS__TESTER__ADAPTER: coordinator.agents.tester.adapter: there is no "codx"; did you mean codex?`,
    ]);
  });
});
