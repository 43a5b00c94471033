import path from 'node:path';
import { fieldFault, isLoopbackHost } from '@galley/kernel';
import { contentCheckNames } from './proposal-checks-schema.ts';
import type { Config } from './config-schema.ts';
import type { Finding, Source } from './finding.ts';
import { withSuggestion } from './nearest.ts';
import { snakeCase } from './shape.ts';
import { sshAddress } from './remote-addresses.ts';
import { createFinding, findSource } from './source-of-setting.ts';

type Coordinator = Config['coordinator'];

export function withAbsolutePaths(coordinator: Coordinator, projectDirectory: string): Coordinator {
  const { supervisor } = coordinator;
  const stateDirectory = path.resolve(projectDirectory, supervisor.stateDirectory);
  return withAbsoluteTls(
    {
      ...coordinator,
      supervisor: { ...supervisor, stateDirectory },
      remote: withAbsoluteKeys(coordinator.remote, projectDirectory),
    },
    projectDirectory,
  );
}

function withAbsoluteKeys(
  remote: Coordinator['remote'],
  projectDirectory: string,
): Coordinator['remote'] {
  if (!remote) return undefined;
  const absolute = (file: string | undefined) =>
    file === undefined ? undefined : path.resolve(projectDirectory, file);
  const { deployKeyFile, knownHostsFile } = remote;
  return {
    ...remote,
    deployKeyFile: absolute(deployKeyFile),
    knownHostsFile: absolute(knownHostsFile),
  };
}

function withAbsoluteTls(coordinator: Coordinator, projectDirectory: string): Coordinator {
  const { tls } = coordinator;
  if (!tls) return coordinator;
  const [certFile, keyFile] = [tls.certFile, tls.keyFile].map((file) =>
    path.resolve(projectDirectory, file),
  ) as [string, string];
  return { ...coordinator, tls: { certFile, keyFile } };
}

export function findCoordinatorMistakes(
  coordinator: Coordinator,
  sources: readonly Source[],
): Finding[] {
  return [
    ...incompleteTls(sources),
    ...findOpenAddress(coordinator, sources),
    ...findMissingCommands(coordinator, sources),
    ...unknownAdapters(coordinator, sources),
    ...findCheckMistakes(coordinator, sources),
    ...findRemoteMistakes(coordinator, sources),
  ];
}

function incompleteTls(sources: readonly Source[]): Finding[] {
  const files = ['cert_file', 'key_file'].map((name) => ['coordinator', 'tls', name]);
  const [given, missing] = [true, false].map((isThere) =>
    files.find((file) => (findSource(file, sources) !== undefined) === isThere),
  );
  if (!given || !missing) return [];
  return [createFinding(given, fieldFault('requires', { other: missing.join('.') }), sources)];
}

/** Tokens and cookies require TLS outside this machine (GAP-RC-MCP-2). */
function findOpenAddress({ address, tls }: Coordinator, sources: readonly Source[]): Finding[] {
  if (tls || isLoopbackHost(address.host)) return [];
  return [createFinding(['coordinator', 'address'], fieldFault('not_loopback'), sources)];
}

/** Checked after merging, because the sources may complement each other. */
function findMissingCommands({ adapters }: Coordinator, sources: readonly Source[]): Finding[] {
  return Object.entries(adapters)
    .filter(([, { command }]) => command === '')
    .map(([name]) =>
      createFinding(
        ['coordinator', 'adapters', name],
        fieldFault('requires', {
          other: 'command',
          example: 'command: "my-agent --model {model}"',
        }),
        sources,
      ),
    );
}

function findCheckMistakes({ checks }: Coordinator, sources: readonly Source[]): Finding[] {
  const builtIn: readonly string[] = contentCheckNames;
  return Object.entries(checks).flatMap(([name, { command }]) => {
    const path = ['coordinator', 'checks', name];
    if (builtIn.includes(name))
      return [createFinding(path, fieldFault('reserved', { value: name }), sources)];
    if (command !== undefined) return [];
    const fault = fieldFault('requires', { other: 'command', example: 'command: npm test' });
    return [createFinding(path, fault, sources)];
  });
}

function findRemoteMistakes({ remote }: Coordinator, sources: readonly Source[]): Finding[] {
  const place = ['coordinator', 'remote'];
  const isGiven = (name: string) => findSource([...place, name], sources) !== undefined;
  if (!remote) {
    const given = ['kind', 'repository', 'api', 'git', 'token', 'deploy_key_file'].find(isGiven);
    if (given === undefined) return [];
    const missing = ['kind', 'repository'].filter((name) => !isGiven(name));
    const fault = fieldFault('requires', {
      other: missing.map((name) => [...place, name].join('.')),
      example: ['kind: github', 'repository: owner/name'],
    });
    return [createFinding([...place, given], fault, sources)];
  }
  const isSsh = sshAddress.test(remote.git);
  if (isSsh && remote.deployKeyFile === undefined)
    return [
      createFinding(
        [...place, 'git'],
        fieldFault('requires', { other: 'coordinator.remote.deploy_key_file' }),
        sources,
      ),
    ];
  if (isSsh || remote.deployKeyFile === undefined) return [];
  const fault = fieldFault('requires', {
    other: 'coordinator.remote.git',
    example: 'git@github.com:owner/name.git',
  });
  return [createFinding([...place, 'deploy_key_file'], fault, sources)];
}

function unknownAdapters({ agents, adapters }: Coordinator, sources: readonly Source[]): Finding[] {
  const { adapter: common, ...named } = agents;
  const names = Object.keys(adapters).toSorted();
  const uses: readonly (readonly [adapter: string, path: readonly string[]])[] = [
    [common, []],
    ...Object.entries(named)
      .filter(([, { adapter }]) => adapter !== common)
      .map(([agent, { adapter }]) => [adapter, [snakeCase(agent)]] as const),
  ];
  return uses
    .filter(([adapter]) => !(adapter in adapters))
    .map(([adapter, path]) => {
      const fault = withSuggestion(fieldFault('not_found', { value: adapter }), adapter, names);
      return createFinding(['coordinator', 'agents', ...path, 'adapter'], fault, sources);
    });
}
