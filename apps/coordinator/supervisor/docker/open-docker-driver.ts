import { readFile } from 'node:fs/promises';
import Dockerode from 'dockerode';
import { sha256 } from '@galley/kernel';
import { settingsProblems, type Config } from '@galley/settings';
import { toolsAddress } from '../../system/listening.ts';
import type { Driver, DriverOpening } from '../driver.ts';
import type { SupervisorFolder } from '../supervisor-folder.ts';
import { labels } from './container-options.ts';
import { DockerDriver } from './docker-driver.ts';
import { ifThere } from './engine-error.ts';
import { openMcpRelay, type McpRelay } from './mcp-relay.ts';

/** @throws `invalid_configuration` if the engine does not answer. */
export async function openDockerDriver(
  config: Config,
  folder: SupervisorFolder,
): Promise<DriverOpening> {
  const { socket } = config.coordinator.supervisor.docker;
  const docker = new Dockerode({ socketPath: socket });
  const engine = await identify(docker, socket);
  const { id } = config.coordinator.workspace;
  return {
    name: 'docker',
    place: `docker ${engine} ${id}`,
    open: (label) => open(docker, config, { label, folder }),
  };
}

async function identify(docker: Dockerode, socket: string): Promise<string> {
  try {
    const { ID: id } = (await docker.info()) as { ID: string };
    return id;
  } catch (error) {
    throw settingsProblems.invalid_configuration(
      `The container engine at ${socket} does not respond: ${(error as Error).message}. ` +
        'Start it, or check coordinator.supervisor.docker.socket.',
    );
  }
}

async function open(
  docker: Dockerode,
  config: Config,
  { label, folder }: { readonly label: string; readonly folder: SupervisorFolder },
): Promise<Driver> {
  const { mcpUrl, limits, docker: own } = config.coordinator.supervisor;
  const network = own.network ?? (await ensureNetwork(docker, label));
  const relay =
    mcpUrl === undefined ? await relayIn(docker, { config, network, label }) : undefined;
  const url = mcpUrl ?? relay!.url;
  const folders = { stagingFolder: folder.sessions, keptFolder: folder.kept };
  return new DockerDriver({ docker, label, network, limits, mcpUrl: url, relay, ...folders });
}

/** The network is internal, without outside access. */
async function ensureNetwork(docker: Dockerode, label: string): Promise<string> {
  const name = `galley-${label}`;
  if (await ifThere(docker.getNetwork(name).inspect())) return name;
  await docker.createNetwork({
    Name: name,
    CheckDuplicate: true,
    Internal: true,
    Labels: { [labels.project]: label },
  });
  return name;
}

async function relayIn(
  docker: Dockerode,
  {
    config,
    network,
    label,
  }: { readonly config: Config; readonly network: string; readonly label: string },
): Promise<McpRelay> {
  const { tls, supervisor } = config.coordinator;
  const at = supervisor.docker.relay ?? {
    host: await gatewayOf(docker, network),
    port: portOf(label),
  };
  const certificate = tls && (await readFile(tls.certFile, 'utf8'));
  const target = new URL(toolsAddress(config));
  try {
    return await openMcpRelay({ ...at, target, certificate });
  } catch (error) {
    throw settingsProblems.invalid_configuration(
      `The relay for agents cannot listen on ${at.host}:${at.port} (${(error as NodeJS.ErrnoException).code}). ` +
        'Set coordinator.supervisor.docker.relay to an address of this machine that containers can reach, or coordinator.supervisor.mcp_url to the address of the tools.',
    );
  }
}

async function gatewayOf(docker: Dockerode, network: string): Promise<string> {
  const found = (await docker.getNetwork(network).inspect()) as {
    IPAM?: { Config?: readonly { Gateway?: string }[] };
  };
  const gateway = found.IPAM?.Config?.find(({ Gateway: address }) => address)?.Gateway;
  if (gateway !== undefined) return gateway;
  throw settingsProblems.invalid_configuration(
    `The network "${network}" has no gateway for a relay to listen on. ` +
      'Set coordinator.supervisor.docker.relay, or coordinator.supervisor.mcp_url.',
  );
}

const firstPort = 20_000;
const ports = 10_000;

/** Derived from the label, so that it survives restarts: running agents keep using it. */
function portOf(label: string): number {
  return firstPort + (Number.parseInt(sha256(label).slice(0, 8), 16) % ports);
}
